<?php
/* What each SAPI of ci/stages/sapi.sh runs: two coroutines that share a pooled PDO object. */
$file = tempnam(sys_get_temp_dir(), 'sapi');
$db = new PDO("sqlite:$file", options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
$ask = function (int $n) use ($db) {
    Async\delay(2 - $n);
    return $db->query("SELECT 'answer $n'")->fetchColumn();
};
echo implode(', ', Async\await_all_or_fail([Async\spawn($ask, 1), Async\spawn($ask, 2)])), "\n";
unlink($file);
