--TEST--
Everyday SQL leaves a session clean: at most two of a hundred statements are suspected
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/async.inc';


$db = pgsql_pool(max: 1, options: [PDO::ATTR_POOL_ADOPT_SETUP => false]);
$owner = pgsql_connect();
$owner->exec("CREATE OR REPLACE FUNCTION pool_everyday_stable(int) RETURNS int LANGUAGE sql STABLE AS 'SELECT 1'");
$statements = array_filter(explode("\n", <<<'SQL'
SELECT 1
SELECT * FROM users WHERE id = 1 LIMIT 1
SELECT "users".* FROM "users" WHERE "users"."email" = 'a@b.c' AND "users"."deleted_at" IS NULL LIMIT 1
SELECT count(*) AS aggregate FROM "users"
SELECT exists(SELECT * FROM "users" WHERE "id" = 1) AS "exists"
INSERT INTO "users" ("name", "email", "created_at") VALUES ('a', 'b', now()) RETURNING "id"
INSERT INTO users (name) VALUES ('x'), ('y'), ('z')
INSERT INTO users (id, name) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET name = excluded.name, n = users.n + 1
INSERT INTO users (id) VALUES (1) ON CONFLICT DO NOTHING
INSERT INTO archive SELECT * FROM users WHERE created_at < now() - interval '1 year'
UPDATE "users" SET "name" = 'a', "updated_at" = current_timestamp WHERE "id" = 1
UPDATE users SET visits = visits + 1 WHERE id IN (SELECT user_id FROM visits WHERE day = current_date)
UPDATE users u SET name = p.name FROM profiles p WHERE p.user_id = u.id
DELETE FROM "users" WHERE "id" IN (1, 2, 3)
DELETE FROM users USING groups WHERE groups.id = users.group_id AND groups.name = 'x'
SELECT * FROM jobs WHERE queue = 'default' AND ((reserved_at IS NULL AND available_at <= 1) OR reserved_at <= 2) ORDER BY id ASC LIMIT 1 FOR UPDATE SKIP LOCKED
SELECT * FROM accounts WHERE id = 1 FOR NO KEY UPDATE
SELECT * FROM accounts WHERE id = 1 FOR SHARE NOWAIT
WITH t AS (SELECT id FROM users) SELECT count(*) FROM t
WITH RECURSIVE tree AS (SELECT id, parent_id, 1 AS depth FROM nodes WHERE id = 1 UNION ALL SELECT n.id, n.parent_id, depth + 1 FROM nodes n JOIN tree ON n.parent_id = tree.id) SELECT * FROM tree
WITH moved AS (DELETE FROM queue WHERE id = 1 RETURNING *) INSERT INTO done SELECT * FROM moved
WITH a(x, y) AS (VALUES (1, 2), (3, 4)) SELECT x + y FROM a
SELECT row_number() OVER (PARTITION BY group_id ORDER BY created_at DESC) AS n, rank() OVER w, dense_rank() OVER w FROM users WINDOW w AS (ORDER BY score)
SELECT sum(amount) OVER (ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM sales
SELECT lag(price, 1) OVER (ORDER BY day), lead(price) OVER (ORDER BY day), first_value(price) OVER (ORDER BY day) FROM prices
SELECT percent_rank() OVER (ORDER BY x), ntile(4) OVER (ORDER BY x), cume_dist() OVER (ORDER BY x) FROM t
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x), mode() WITHIN GROUP (ORDER BY x) FROM t
SELECT count(*) FILTER (WHERE active), avg(x), min(x), max(x), stddev(x), variance(x) FROM t
SELECT array_agg(id ORDER BY id), string_agg(name, ', '), json_agg(t), jsonb_agg(t.*) FROM t
SELECT jsonb_build_object('id', id, 'name', name), jsonb_build_array(1, 2) FROM users
SELECT json_build_object('a', 1), json_object_agg(k, v), row_to_json(t), to_json(t), to_jsonb(t) FROM t
SELECT data->>'name', data#>>'{a,b}', data @> '{"a": 1}', data ? 'a' FROM docs
SELECT jsonb_set(data, '{a}', '1'), jsonb_strip_nulls(data), jsonb_typeof(data), jsonb_pretty(data) FROM docs
SELECT * FROM jsonb_each(data), jsonb_array_elements(data), jsonb_to_recordset(data) AS x(a int, b text)
SELECT jsonb_path_query(data, '$.a[*]'), jsonb_path_exists(data, '$.a') FROM docs
SELECT json_extract_path_text(data, 'a'), jsonb_object_keys(data), jsonb_array_length(data) FROM docs
SELECT * FROM unnest(ARRAY[1, 2, 3]) WITH ORDINALITY AS t(v, i)
SELECT * FROM generate_series(1, 10) AS g(i)
SELECT generate_series('2026-01-01'::date, '2026-02-01'::date, '1 day'::interval)::date
SELECT coalesce(a, b, 0), nullif(a, 0), greatest(a, b), least(a, b) FROM t
SELECT CASE WHEN a > 1 THEN 'x' ELSE 'y' END FROM t
SELECT lower(name), upper(name), initcap(name), length(name), trim(both ' ' from name), substring(name from 1 for 2) FROM users
SELECT substr(name, 1, 2), left(name, 2), right(name, 2), lpad(name, 5, '0'), rpad(name, 5), repeat('x', 3), reverse(name) FROM users
SELECT replace(a, 'x', 'y'), regexp_replace(a, 'x', 'y', 'g'), translate(a, 'x', 'y'), split_part(a, ',', 1), position('x' in a), strpos(a, 'x') FROM t
SELECT concat(a, b), concat_ws(', ', a, b), format('%s', a), quote_ident(a), quote_literal(a) FROM t
SELECT md5(a), sha256(a::bytea), encode(a::bytea, 'hex'), decode(a, 'base64'), ascii(a), chr(65) FROM t
SELECT to_char(now(), 'YYYY-MM-DD'), to_date('2026', 'YYYY'), to_timestamp(0), to_number('1', '9') FROM t
SELECT date_trunc('day', created_at), extract(epoch from created_at), date_part('year', created_at), age(created_at) FROM t
SELECT now() AT TIME ZONE 'UTC', current_date, localtimestamp, clock_timestamp(), statement_timestamp(), make_date(2026, 1, 1)
SELECT abs(x), ceil(x), floor(x), round(x, 2), trunc(x), sqrt(x), power(x, 2), mod(x, 2), ln(x), exp(x), sign(x), random() FROM t
SELECT array_length(a, 1), array_append(a, 1), array_remove(a, 1), array_to_string(a, ','), string_to_array('a,b', ','), cardinality(a) FROM t
SELECT 1 = ANY(ARRAY[1, 2]), 2 <> ALL('{1,2}'::int[]), a && b, a || b FROM t
SELECT * FROM t WHERE name ILIKE '%x%' AND name ~* 'y' AND name NOT LIKE 'z%' AND name SIMILAR TO '(a|b)%'
SELECT * FROM t WHERE created_at BETWEEN '2026-01-01' AND '2026-12-31'
SELECT DISTINCT ON (user_id) user_id, id FROM orders ORDER BY user_id, id DESC
SELECT DISTINCT name FROM users
SELECT a, b, sum(c) FROM t GROUP BY ROLLUP (a, b)
SELECT a, grouping(a) FROM t GROUP BY GROUPING SETS ((a), ())
SELECT a FROM t GROUP BY CUBE (a) HAVING count(*) > 1
SELECT * FROM a LEFT JOIN b ON a.id = b.a_id RIGHT JOIN c USING (id) FULL OUTER JOIN d ON true CROSS JOIN e
SELECT * FROM a, LATERAL (SELECT * FROM b WHERE b.a_id = a.id LIMIT 3) x
SELECT * FROM a INNER JOIN LATERAL jsonb_each_text(a.data) AS kv(k, v) ON true
SELECT id FROM a UNION SELECT id FROM b EXCEPT SELECT id FROM c INTERSECT SELECT id FROM d
SELECT * FROM users ORDER BY name ASC NULLS LAST OFFSET 10 LIMIT 20
SELECT * FROM users FETCH FIRST 10 ROWS ONLY
SELECT * FROM users TABLESAMPLE bernoulli (10)
SELECT (SELECT max(id) FROM b), a.* FROM a
SELECT 'it''s', E'a\nb', $$a$$, $x$b$x$, U&'\0041', B'01', X'1F'
SELECT 1 -- SET x
SELECT /* set_config( */ 1
SELECT a AS "order", b AS "set" FROM t
SELECT "set" FROM "values"
SELECT cast(a AS numeric(10, 2)), a::varchar(20), '1'::int, date '2026-01-01', interval '1 day', timestamp '2026-01-01' FROM t
SELECT to_tsvector('english', body) @@ plainto_tsquery('english', 'x'), ts_rank(v, q), ts_headline(body, q), websearch_to_tsquery('x') FROM docs
SELECT similarity('a', 'b'), word_similarity('a', 'b')
SELECT setweight(to_tsvector('a'), 'A') || to_tsvector('b')
SELECT hashtext('x'), hashtextextended('x', 0)
SELECT pg_advisory_xact_lock(1)
SELECT pg_try_advisory_xact_lock(hashtextextended('x', 0))
SELECT set_config('app.x', '1', true)
SET LOCAL statement_timeout = '1s'
SET TRANSACTION ISOLATION LEVEL SERIALIZABLE
SET CONSTRAINTS ALL DEFERRED
SAVEPOINT a
SHOW server_version
SHOW search_path
SELECT version()
SELECT current_user, session_user, current_schema(), current_database()
SELECT current_setting('server_version'), current_setting('x.y', true)
SELECT pg_backend_pid(), inet_server_addr(), pg_is_in_recovery()
SELECT pg_total_relation_size('pg_class'), pg_size_pretty(pg_database_size(current_database()))
SELECT txid_current()
SELECT gen_random_uuid()
SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'
SELECT c.relname FROM pg_catalog.pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p')
SELECT a.attname, format_type(a.atttypid, a.atttypmod), pg_get_expr(d.adbin, d.adrelid) FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid
SELECT pg_get_constraintdef(oid), pg_get_indexdef(indexrelid), pg_get_viewdef(oid), obj_description(oid), col_description(oid, 1) FROM x
SELECT to_regclass('users'), to_regtype('int'), 'users'::regclass
SELECT nextval('users_id_seq')
SELECT setval('users_id_seq', (SELECT max(id) FROM users))
SELECT currval('users_id_seq')
SELECT lastval()
CREATE TABLE pool_everyday (id bigserial PRIMARY KEY, name varchar(255) NOT NULL DEFAULT 'x', price numeric(10, 2) CHECK (price > 0), created_at timestamp(0) DEFAULT now())
CREATE TABLE pool_everyday_2 (id uuid DEFAULT gen_random_uuid(), data jsonb, FOREIGN KEY (id) REFERENCES pool_none (id) ON DELETE CASCADE)
CREATE UNIQUE INDEX CONCURRENTLY pool_i ON pool_everyday (lower(name))
CREATE INDEX pool_j ON pool_everyday USING gin (to_tsvector('simple', name))
CREATE VIEW pool_v AS SELECT count(*) FROM pool_everyday
CREATE MATERIALIZED VIEW pool_m AS SELECT max(id) FROM pool_everyday
REFRESH MATERIALIZED VIEW pool_m
CREATE SEQUENCE pool_s START 10
CREATE TYPE pool_mood AS ENUM ('a', 'b')
CREATE EXTENSION IF NOT EXISTS pool_none
CREATE OR REPLACE FUNCTION pool_everyday_f() RETURNS int LANGUAGE sql STABLE AS 'SELECT 1'
CREATE TRIGGER pool_t BEFORE INSERT ON pool_none FOR EACH ROW EXECUTE FUNCTION pool_none_f()
ALTER TABLE pool_everyday ADD COLUMN age int DEFAULT 0
ALTER TABLE pool_everyday ALTER COLUMN name TYPE text, DROP COLUMN age
ALTER TABLE pool_everyday ADD CONSTRAINT c CHECK (length(name) > 1)
COMMENT ON TABLE pool_everyday IS 'x'
TRUNCATE TABLE pool_everyday RESTART IDENTITY CASCADE
DROP TABLE IF EXISTS pool_everyday CASCADE
DROP INDEX IF EXISTS pool_i
GRANT SELECT ON pool_none TO nobody
ANALYZE pool_none
EXPLAIN SELECT 1
EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT 1
LOCK TABLE pool_none IN SHARE MODE
NOTIFY pool_channel, 'x'
SELECT pg_notify('pool_channel', 'x')
MERGE INTO a USING b ON a.id = b.id WHEN MATCHED THEN UPDATE SET x = b.x WHEN NOT MATCHED THEN INSERT (id, x) VALUES (b.id, b.x)
VALUES (1, 'a'), (2, 'b')
TABLE pool_none
SELECT bool_and(x), bool_or(x), every(x), bit_or(y) FROM t
SELECT corr(x, y), regr_slope(x, y), covar_pop(x, y) FROM t
SELECT regexp_matches(a, 'x', 'g'), regexp_split_to_table(a, ','), regexp_split_to_array(a, ',') FROM t
SELECT num_nulls(a, b), num_nonnulls(a), a IS DISTINCT FROM b FROM t
SELECT int4range(1, 5) @> 3, daterange(a, b), tstzrange(a, b, '[)'), lower(r), upper(r), isempty(r) FROM t
SELECT host(ip), network(ip), masklen(ip), ip << '10.0.0.0/8' FROM t
SELECT point(1, 2) <-> point(3, 4), circle(point(0, 0), 1), box(point(0, 0), point(1, 1))
SELECT width_bucket(x, 0, 10, 5), trunc(random() * 10), div(7, 2), gcd(12, 8), log(10, x) FROM t
SELECT xmin, ctid, tableoid::regclass FROM pool_none
SELECT date_bin('15 minutes', now(), timestamp '2001-01-01')
SELECT make_interval(days => 1), justify_days(interval '40 days'), isfinite(now())
SELECT array_position(a, 1), array_cat(a, b), array_ndims(a), array_fill(0, ARRAY[3]) FROM t
SELECT a_table_with_a_very_long_name_that_goes_on_and_on.a_column_with_a_very_long_name_too FROM a_table_with_a_very_long_name_that_goes_on_and_on
SELECT pool_everyday_stable(1), pool_everyday_stable(2)
SELECT st_distance(a.geom, b.geom) FROM a, b
SELECT crypt('x', gen_salt('bf'))
SELECT o.id, o.total, c.name FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.status = 'open' ORDER BY o.created_at DESC LIMIT 50
SELECT date_trunc('month', created_at) AS m, count(*) FROM orders GROUP BY 1 ORDER BY 1
SELECT *, ts_rank_cd(v, q) AS rank FROM docs, to_tsquery('a & b') q WHERE v @@ q
SELECT setseed(0.5)
SQL));
$resets = fn() => $db->getPool()->getStats()['resets'] + array_sum($db->getPool()->getStats()['destroyed']);
/* Twice: what the catalog was asked for is known the second time. Some of it fails, for want of a table. */
$suspected = [];
foreach ($statements as $sql) {
    foreach ([1, 2] as $time) {
        $before = $resets();
        Async\await(Async\spawn(function () use ($db, $sql) {
            try {
                $db->beginTransaction();
                $db->exec($sql);
                $db->rollBack();
            } catch (PDOException) {
                $db->inTransaction() && $db->rollBack();
            }
        }));
        Async\await(Async\spawn(fn() => $db->exec('SELECT 1')));
    }
    if ($resets() !== $before) {
        $suspected[] = $sql;
    }
}
echo count($statements) >= 150 ? 'enough' : count($statements), ' statements, ',
    count($suspected) <= count($statements) * 0.02 ? 'at most 2 %' : 'more than 2 %', " suspected\n";
echo implode("\n", $suspected), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/async.inc';
pgsql_connect()->exec('DROP FUNCTION IF EXISTS pool_everyday_stable(int)');
?>
--EXPECT--
enough statements, at most 2 % suspected
SELECT setseed(0.5)
