--TEST--
A forked child whose parent has used worker threads ends as it should
--EXTENSIONS--
async
pcntl
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: it looks for the threads of the parent. */
echo Async\await(Async\spawn(fn() => gethostbyname('localhost'))), "\n";
foreach (['uses none' => fn() => null, 'uses some' => fn() => Async\await(Async\spawn(fn() => gethostbyname('localhost')))] as $what => $do) {
    $child = pcntl_fork();
    if ($child === 0) {
        $do();
        exit(3);
    }
    pcntl_waitpid($child, $status);
    echo "a child that $what: ", pcntl_wifexited($status) ? 'exits with ' . pcntl_wexitstatus($status) : 'dies of ' . pcntl_wtermsig($status), "\n";
}
?>
--EXPECT--
127.0.0.1
a child that uses none: exits with 3
a child that uses some: exits with 3
