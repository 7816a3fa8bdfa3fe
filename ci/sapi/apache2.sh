# shellcheck shell=bash
# Apache with PHP as a module, on loopback, as Debian's package starts it: prefork, workers as www-data. Needs root.
# Sourced by stages, after ci/phpt.sh.

apache2_modules=/usr/lib/apache2/modules

# apache2_configuration DIR LIBPHP PORT: two workers, which live on; every request is one for PHP.
apache2_configuration() {
	cat <<-END
		ServerRoot $1
		ServerName localhost
		PidFile $1/pid
		ErrorLog $1/error.log
		Listen 127.0.0.1:$3
		LoadModule mpm_prefork_module $apache2_modules/mod_mpm_prefork.so
		LoadModule authz_core_module $apache2_modules/mod_authz_core.so
		LoadModule php_module $2
		User www-data
		Group www-data
		KeepAlive Off
		StartServers 2
		MinSpareServers 2
		MaxSpareServers 2
		MaxRequestWorkers 2
		DocumentRoot $1/htdocs
		<Directory $1/htdocs>
			Require all granted
			SetHandler application/x-httpd-php
		</Directory>
		php_admin_flag display_errors off
	END
}

# start_apache2 LIBPHP: sets apache2_pid, apache2_url and apache2_log; ended by end_background apache2_pid.
apache2_pid=
start_apache2() {
	local dir=$work/apache2 port=$((20000 + RANDOM % 12000))
	mkdir -p -- "$dir/htdocs" && cp -- "$ci"/sapi/{hello,fpm_request}.php "$dir/htdocs/" && cp -- "$1" "$dir/libphp.so" || return 1
	apache2_configuration "$dir" "$dir/libphp.so" "$port" > "$dir/apache2.conf"
	apache2_url=http://127.0.0.1:$port apache2_log=$dir/error.log
	# In a session of its own: when Apache ends, it ends its whole process group.
	(clean_environment; eval "$services_environment"; exec setsid apache2 -d "$dir" -f "$dir/apache2.conf" -DFOREGROUND) &
	apache2_pid=$!
	for _ in {1..600}; do
		! (exec 3<> "/dev/tcp/127.0.0.1/$port") 2>/dev/null || return 0
		kill -0 "$apache2_pid" 2>/dev/null || break
		sleep 0.1
	done
	cat "$apache2_log"
	return 1
}

apache2_says_hello() { curl -sS --max-time 60 "$apache2_url/hello.php" | grep -xF "$answer"; }

# Requests that end in all ways, transactions open among them; in parallel, so that both workers have some.
apache2_requests() {
	local kind kinds=(well open exit fatal exception later) urls=()
	for _ in {1..20}; do for kind in "${kinds[@]}"; do urls+=("$apache2_url/fpm_request.php?kind=$kind"); done; done
	curl -sS --max-time 300 --parallel --parallel-max 4 "${urls[@]}" > "$work/apache2/answers" || return 1
	# `exit` and `fatal` do not reach the end of the script.
	[ "$(grep -c '^worker ' "$work/apache2/answers")" -eq 120 ] && [ "$(grep -c '^end of script' "$work/apache2/answers")" -eq 80 ]
}

# Looked at from outside, for as long as a minute; with options for PHP.
apache2_keeps_nothing() {
	# shellcheck disable=SC2016
	(eval "$services_environment"; "$php" "$@" -r '
		$db = new PDO(getenv("PDO_PGSQL_TEST_DSN"));
		for ($end = hrtime(true) + 60e9; hrtime(true) < $end; usleep(50000)) {
			$n = $db->query("SELECT count(*) FROM pg_stat_activity WHERE application_name = " . $db->quote("fpm_test"))->fetchColumn();
			if ($n == 0) exit(0);
		}
		echo "$n connections are left\n";
		exit(1);')
}

apache2_has_not_crashed() {
	cat "$apache2_log"
	[ "$(awk '/^worker / { print $2 }' "$work/apache2/answers" | sort -u | wc -l)" -eq 2 ] && ! grep -E 'exit signal|Segmentation' "$apache2_log"
}

# run_apache2 LIBPHP [OPTION...]: reports its lines. The options are for $php, which looks at the server.
run_apache2() {
	local result=0 module=$1
	shift
	start_services pgsql || { not_ok 'the server starts'; return 1; }
	start_apache2 "$module" || { not_ok 'Apache starts with PHP as a module'; return 1; }
	check 'Apache runs coroutines with a pooled PDO' apache2_says_hello || result=1
	check 'Apache answers 120 requests that end in all ways' apache2_requests || result=1
	check 'the server has no connection of Apache left' apache2_keeps_nothing "$@" || result=1
	check 'they were answered by the same two workers, and none has crashed' apache2_has_not_crashed || result=1
	end_background apache2_pid
	return $result
}
