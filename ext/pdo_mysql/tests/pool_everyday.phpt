--TEST--
Everyday SQL leaves a session of MySQL clean: at most two of a hundred statements are suspected
--EXTENSIONS--
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';

$db = mysql_pool(1, [PDO::ATTR_POOL_ADOPT_SETUP => false]);
$statements = array_filter(explode("\n", <<<'SQL'
SELECT 1
SELECT * FROM `users` WHERE `id` = 1 LIMIT 1
SELECT `users`.* FROM `users` WHERE `users`.`email` = 'a@b.c' AND `users`.`deleted_at` IS NULL LIMIT 1
SELECT COUNT(*) AS aggregate FROM `users`
SELECT EXISTS(SELECT * FROM `users` WHERE `id` = 1) AS `exists`
INSERT INTO `users` (`name`, `email`, `created_at`) VALUES ('a', 'b', NOW())
INSERT INTO users (name) VALUES ('x'), ('y'), ('z')
INSERT INTO users (id, name) VALUES (1, 'x') ON DUPLICATE KEY UPDATE name = VALUES(name), n = n + 1
INSERT IGNORE INTO users (id) VALUES (1)
INSERT INTO users SET name = 'x', email = 'y'
INSERT INTO archive SELECT * FROM users WHERE created_at < NOW() - INTERVAL 1 YEAR
REPLACE INTO users (id, name) VALUES (1, 'x')
UPDATE `users` SET `name` = 'a', `updated_at` = CURRENT_TIMESTAMP WHERE `id` = 1
UPDATE users SET visits = visits + 1 WHERE id IN (SELECT user_id FROM visits WHERE day = CURDATE())
UPDATE users u JOIN profiles p ON p.user_id = u.id SET u.name = p.name
UPDATE users SET name = 'x' ORDER BY id LIMIT 10
DELETE FROM `users` WHERE `id` IN (1, 2, 3)
DELETE u FROM users u JOIN groups_ g ON g.id = u.group_id WHERE g.name = 'x'
DELETE FROM users ORDER BY id LIMIT 100
SELECT * FROM jobs WHERE queue = 'default' AND ((reserved_at IS NULL AND available_at <= 1) OR reserved_at <= 2) ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
SELECT * FROM accounts WHERE id = 1 FOR UPDATE
SELECT * FROM accounts WHERE id = 1 LOCK IN SHARE MODE
WITH t AS (SELECT id FROM users) SELECT COUNT(*) FROM t
WITH RECURSIVE tree AS (SELECT id, parent_id FROM nodes WHERE id = 1 UNION ALL SELECT n.id, n.parent_id FROM nodes n JOIN tree ON n.parent_id = tree.id) SELECT * FROM tree
SELECT ROW_NUMBER() OVER (PARTITION BY group_id ORDER BY created_at DESC) AS n, RANK() OVER w FROM users WINDOW w AS (ORDER BY score)
SELECT SUM(amount) OVER (ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM sales
SELECT LAG(price, 1) OVER (ORDER BY day), LEAD(price) OVER (ORDER BY day), FIRST_VALUE(price) OVER (ORDER BY day), NTILE(4) OVER (ORDER BY day) FROM prices
SELECT GROUP_CONCAT(name ORDER BY name SEPARATOR ', '), GROUP_CONCAT(DISTINCT id) FROM users
SELECT COUNT(DISTINCT a), AVG(x), MIN(x), MAX(x), STDDEV(x), VARIANCE(x), BIT_OR(y) FROM t
SELECT JSON_OBJECT('id', id, 'name', name), JSON_ARRAY(1, 2), JSON_ARRAYAGG(id), JSON_OBJECTAGG(k, v) FROM users
SELECT JSON_EXTRACT(data, '$.name'), JSON_UNQUOTE(JSON_EXTRACT(data, '$.a')), JSON_CONTAINS(data, '1', '$.a') FROM docs
SELECT JSON_SET(data, '$.a', 1), JSON_REMOVE(data, '$.a'), JSON_MERGE_PATCH(a, b), JSON_LENGTH(data), JSON_KEYS(data), JSON_TYPE(data), JSON_VALID(data) FROM docs
SELECT JSON_SEARCH(data, 'one', 'x'), JSON_CONTAINS_PATH(data, 'one', '$.a'), JSON_QUOTE('x'), JSON_PRETTY(data) FROM docs
SELECT * FROM JSON_TABLE('[1]', '$[*]' COLUMNS (a INT PATH '$')) AS j
SELECT COALESCE(a, b, 0), NULLIF(a, 0), GREATEST(a, b), LEAST(a, b), IFNULL(a, 0), IF(a, 1, 2), ISNULL(a) FROM t
SELECT CASE WHEN a > 1 THEN 'x' ELSE 'y' END FROM t
SELECT LOWER(name), UPPER(name), LENGTH(name), CHAR_LENGTH(name), TRIM(name), LTRIM(name), RTRIM(name) FROM users
SELECT SUBSTRING(name, 1, 2), SUBSTR(name FROM 2), LEFT(name, 2), RIGHT(name, 2), LPAD(name, 5, '0'), RPAD(name, 5, ' '), REPEAT('x', 3), REVERSE(name) FROM users
SELECT SUBSTRING_INDEX(name, ',', 1), REPLACE(a, 'x', 'y'), REGEXP_REPLACE(a, 'x', 'y'), LOCATE('x', a), INSTR(a, 'x'), POSITION('x' IN a), FIND_IN_SET('a', b), FIELD(a, 1, 2), ELT(1, 'a') FROM t
SELECT CONCAT(a, b), CONCAT_WS(', ', a, b), FORMAT(1234.5, 2), QUOTE(a), HEX(a), UNHEX(a), ORD(a), ASCII(a), CHAR(65) FROM t
SELECT MD5(a), SHA1(a), SHA2(a, 256), CRC32(a), TO_BASE64(a), FROM_BASE64(a), UUID(), UUID_SHORT(), COMPRESS(a), INET_ATON('1.2.3.4') FROM t
SELECT DATE_FORMAT(NOW(), '%Y-%m-%d'), STR_TO_DATE('2026', '%Y'), UNIX_TIMESTAMP(), FROM_UNIXTIME(0), DATE(NOW()), TIME(NOW()), CURDATE(), CURTIME(), UTC_TIMESTAMP()
SELECT YEAR(a), MONTH(a), DAY(a), HOUR(a), MINUTE(a), SECOND(a), WEEK(a), WEEKDAY(a), DAYOFWEEK(a), QUARTER(a), LAST_DAY(a), DAYNAME(a) FROM t
SELECT DATE_ADD(a, INTERVAL 1 DAY), DATE_SUB(a, INTERVAL 1 MONTH), DATEDIFF(a, b), TIMESTAMPDIFF(HOUR, a, b), TIMEDIFF(a, b), ADDDATE(a, 1), EXTRACT(YEAR FROM a) FROM t
SELECT CONVERT_TZ(a, '+00:00', '+03:00'), MAKEDATE(2026, 1), SEC_TO_TIME(1), TIME_TO_SEC('01:00:00'), PERIOD_DIFF(202601, 202512), SYSDATE() FROM t
SELECT ABS(x), CEIL(x), FLOOR(x), ROUND(x, 2), TRUNCATE(x, 2), SQRT(x), POW(x, 2), MOD(x, 2), LN(x), EXP(x), SIGN(x), RAND(), PI(), LOG10(x) FROM t
SELECT CAST(a AS DECIMAL(10, 2)), CAST(a AS CHAR(20)), CONVERT(a, SIGNED), CONVERT(a USING utf8mb4), BINARY a FROM t
SELECT * FROM t WHERE name LIKE '%x%' AND name REGEXP 'y' AND name NOT LIKE 'z\\_%' AND name RLIKE 'a'
SELECT * FROM t WHERE created_at BETWEEN '2026-01-01' AND '2026-12-31'
SELECT DISTINCT name FROM users
SELECT a, b, SUM(c) FROM t GROUP BY a, b WITH ROLLUP
SELECT a FROM t GROUP BY a HAVING COUNT(*) > 1
SELECT * FROM a LEFT JOIN b ON a.id = b.a_id RIGHT JOIN c USING (id) CROSS JOIN e STRAIGHT_JOIN f
SELECT id FROM a UNION SELECT id FROM b UNION ALL SELECT id FROM c
SELECT * FROM users ORDER BY name ASC LIMIT 20 OFFSET 10
SELECT * FROM users ORDER BY FIELD(id, 3, 1, 2)
SELECT * FROM users USE INDEX (a) WHERE b = 1
SELECT * FROM users FORCE INDEX (PRIMARY)
SELECT (SELECT MAX(id) FROM b), a.* FROM a
SELECT 'it''s', 'a\'b', "double", _utf8mb4'x', N'x', X'1F', 0x1F, b'01'
SELECT 1 -- SET x
SELECT 1 # GET_LOCK('a', 1)
SELECT /* SET @a = 1 */ 1
SELECT a AS `order`, b AS `set` FROM t
SELECT `set` FROM `values`
SELECT MATCH (title, body) AGAINST ('x' IN BOOLEAN MODE) FROM docs
SELECT ST_Distance(a, b), ST_AsText(a), ST_GeomFromText('POINT(1 1)'), ST_Contains(a, b) FROM t
SELECT @@version
SELECT @@sql_mode, @@session.time_zone, @@global.max_connections
SELECT VERSION(), DATABASE(), SCHEMA(), USER(), CURRENT_USER(), CONNECTION_ID()
SELECT LAST_INSERT_ID()
SELECT ROW_COUNT()
SELECT SLEEP(0)
SELECT BENCHMARK(1, 1)
SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()
SELECT column_name, data_type, column_default FROM information_schema.columns WHERE table_schema = 'x' AND table_name = 'y' ORDER BY ordinal_position
SELECT k.constraint_name FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r USING (constraint_name)
SHOW TABLES
SHOW FULL TABLES WHERE table_type = 'BASE TABLE'
SHOW CREATE TABLE pool_everyday_none
SHOW COLUMNS FROM pool_everyday_none
SHOW FULL COLUMNS FROM pool_everyday_none
SHOW INDEX FROM pool_everyday_none
SHOW VARIABLES LIKE 'version'
SHOW STATUS LIKE 'Threads%'
SHOW PROCESSLIST
SHOW DATABASES
SHOW WARNINGS
SHOW TABLE STATUS LIKE 'x'
SHOW ENGINES
SHOW COLLATION LIKE 'utf8mb4%'
DESCRIBE pool_everyday_none
DESC pool_everyday_none
EXPLAIN SELECT 1
EXPLAIN FORMAT=JSON SELECT * FROM pool_everyday_none
START TRANSACTION
START TRANSACTION READ ONLY
BEGIN
COMMIT
ROLLBACK
SAVEPOINT a
ROLLBACK TO SAVEPOINT a
RELEASE SAVEPOINT a
CREATE TABLE pool_everyday (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(255) NOT NULL DEFAULT 'x', price DECIMAL(10, 2), created_at TIMESTAMP NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci
INSERT INTO pool_everyday (name, price) VALUES ('a', 1.5)
UPDATE pool_everyday SET price = price * 2 WHERE name = 'a'
SELECT * FROM pool_everyday WHERE name = 'a' FOR UPDATE
DELETE FROM pool_everyday WHERE id = 1
ALTER TABLE pool_everyday ADD COLUMN age INT DEFAULT 0 AFTER name
ALTER TABLE pool_everyday MODIFY age BIGINT, ADD INDEX pool_i (age), CHANGE price cost DECIMAL(12, 2)
ALTER TABLE pool_everyday DROP INDEX pool_i, DROP COLUMN age
ALTER TABLE pool_everyday AUTO_INCREMENT = 100
CREATE UNIQUE INDEX pool_u ON pool_everyday (name(20))
DROP INDEX pool_u ON pool_everyday
RENAME TABLE pool_everyday TO pool_everyday_2
RENAME TABLE pool_everyday_2 TO pool_everyday
TRUNCATE TABLE pool_everyday
ANALYZE TABLE pool_everyday
CHECK TABLE pool_everyday
OPTIMIZE TABLE pool_everyday
CHECKSUM TABLE pool_everyday
CREATE OR REPLACE VIEW pool_everyday_v AS SELECT COUNT(*) AS n FROM pool_everyday
SELECT * FROM pool_everyday_v
DROP VIEW IF EXISTS pool_everyday_v
CREATE TABLE pool_everyday_3 LIKE pool_everyday
CREATE TABLE IF NOT EXISTS pool_everyday_4 AS SELECT 1 AS a
DROP TABLE IF EXISTS pool_everyday_3, pool_everyday_4
CREATE TRIGGER pool_t BEFORE INSERT ON pool_everyday_none FOR EACH ROW BEGIN END
DROP TRIGGER IF EXISTS pool_t
GRANT SELECT ON pool_everyday_none.* TO 'no such user'@'localhost'
KILL QUERY 0
VALUES (1), (2)
DO 1
SELECT 1 INTO OUTFILE '/nonexistent/x'
LOAD DATA INFILE '/nonexistent/x' INTO TABLE pool_everyday (id, name)
SELECT a_table_with_a_very_long_name_that_goes_on_and_on.a_column_with_a_very_long_name_too FROM a_table_with_a_very_long_name_that_goes_on_and_on
SELECT COUNT(*) FROM a NATURAL JOIN b WHERE a.x <=> b.x AND a.y XOR b.y
SELECT a DIV b, a % b, a << 1, a & b, a | b, a ^ b, ~a, !a FROM t
SELECT * FROM t PARTITION (p0) WHERE id = 1
SELECT SQL_NO_CACHE HIGH_PRIORITY id FROM t
SELECT o.id, c.name FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.status IN ('open', 'paid') ORDER BY o.created_at DESC LIMIT 50
SELECT DATE(created_at) AS d, SUM(total) FROM orders GROUP BY d ORDER BY d
SELECT TIMESTAMPADD(MINUTE, 5, NOW()), WEEKOFYEAR(NOW()), TO_DAYS(NOW()), MICROSECOND(NOW(6))
SELECT IF(EXISTS(SELECT 1 FROM t), 'y', 'n'), INTERVAL(5, 1, 10), SOUNDEX('x'), STRCMP('a', 'b'), INSERT('abc', 1, 1, 'x')
SELECT BIN(5), OCT(8), CONV('f', 16, 10), BIT_COUNT(7), INET6_ATON('::1'), IS_IPV4('1.2.3.4')
SELECT AES_ENCRYPT('x', 'k'), RANDOM_BYTES(4), PASSWORD('x')
SELECT id FROM users WHERE (a, b) IN ((1, 2), (3, 4)) AND c IS NOT TRUE
SELECT u.id, COUNT(o.id) FROM users u LEFT JOIN orders o ON o.user_id = u.id GROUP BY u.id HAVING COUNT(o.id) = 0
SELECT MAKETIME(1, 2, 3), DAYOFYEAR(NOW()), MONTHNAME(NOW()), YEARWEEK(NOW())
DROP TABLE IF EXISTS pool_everyday
SQL));
$count = fn() => $db->getPool()->getStats()['resets'] + array_sum($db->getPool()->getStats()['destroyed']);
$suspected = [];
foreach ($statements as $sql) {
    $before = $count();
    run(function () use ($db, $sql) {
        try {
            $stmt = $db->query($sql);
            $stmt->columnCount() && $stmt->fetchAll();
        } catch (PDOException) {
            /* For want of a table. */
        }
        $stmt = null;
        $db->inTransaction() && $db->rollBack();
    });
    run(fn() => $db->exec('DO 1'));
    if ($count() !== $before) {
        $suspected[] = $sql;
    }
}
echo count($statements) >= 150 ? 'enough' : count($statements), ' statements, ',
    count($suspected) <= count($statements) * 0.02 ? 'at most 2 %' : 'more than 2 %', " suspected\n";
echo implode("\n", $suspected), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/pool.inc';
mysql_single()->exec('DROP TABLE IF EXISTS pool_everyday, pool_everyday_2, pool_everyday_3, pool_everyday_4');
?>
--EXPECT--
enough statements, at most 2 % suspected
