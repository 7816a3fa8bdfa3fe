/* Shows the leaks of psqlodbc (PostgreSQL's ODBC driver) that ci/lsan-suppressions.txt names, without PHP:
 *
 *   gcc -g -fsanitize=address ci/leaks/psqlodbc.c -o /tmp/leaks -lodbc
 *   /tmp/leaks "${PDO_ODBC_TEST_DSN#odbc:}" missing     336 bytes: a text is prepared whose table is not there
 *   /tmp/leaks "${PDO_ODBC_TEST_DSN#odbc:}" changed      96 bytes: two handles, of which the columns were asked for,
 *                                                        and a table that changes; 48 for each description
 *   /tmp/leaks "${PDO_ODBC_TEST_DSN#odbc:}" nothing     none: every handle is freed
 */
#include <sql.h>
#include <sqlext.h>
#include <stdio.h>
#include <string.h>

static SQLHDBC dbc;

static SQLHSTMT new_statement(void)
{
	SQLHSTMT statement;

	SQLAllocHandle(SQL_HANDLE_STMT, dbc, &statement);
	return statement;
}

static void run(const char *sql)
{
	SQLHSTMT statement = new_statement();

	SQLExecDirect(statement, (SQLCHAR *) sql, SQL_NTS);
	SQLFreeHandle(SQL_HANDLE_STMT, statement);
}

static SQLRETURN prepare_and_execute(SQLHSTMT statement, const char *sql)
{
	SQLPrepare(statement, (SQLCHAR *) sql, SQL_NTS);
	return SQLExecute(statement);
}

static void describe(SQLHSTMT statement)
{
	SQLCHAR name[64];
	SQLSMALLINT count = 0, length, type, scale, nullable;
	SQLULEN size;

	SQLNumResultCols(statement, &count);
	for (SQLUSMALLINT i = 1; i <= count; i++) {
		SQLDescribeCol(statement, i, name, sizeof(name), &length, &type, &size, &scale, &nullable);
	}
}

static void change_table(void)
{
	run("DROP TABLE IF EXISTS leaky");
	run("CREATE TEMPORARY TABLE leaky (name VARCHAR(10), id INTEGER)");
}

static void use_changing_table(void)
{
	SQLHSTMT statements[] = {new_statement(), new_statement()};

	for (int i = 0; i < 2; i++) {
		if (SQL_SUCCEEDED(prepare_and_execute(statements[i], "SELECT * FROM leaky WHERE id = 1"))) {
			describe(statements[i]);
		}
		SQLFreeStmt(statements[i], SQL_CLOSE);
		change_table();
	}
	SQLExecute(statements[0]);
	SQLFreeHandle(SQL_HANDLE_STMT, statements[0]);
	SQLFreeHandle(SQL_HANDLE_STMT, statements[1]);
}

static void use_missing_table(void)
{
	SQLHSTMT statement = new_statement();

	prepare_and_execute(statement, "SELECT * FROM nowhere WHERE id = 1");
	SQLFreeHandle(SQL_HANDLE_STMT, statement);
}

int main(int argc, char **argv)
{
	SQLCHAR out[1024];
	SQLSMALLINT length;
	SQLHENV env;

	if (argc != 3) {
		fprintf(stderr, "usage: %s CONNECTION-STRING missing|changed|nothing\n", argv[0]);
		return 2;
	}
	SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &env);
	SQLSetEnvAttr(env, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0);
	SQLAllocHandle(SQL_HANDLE_DBC, env, &dbc);
	if (!SQL_SUCCEEDED(SQLDriverConnect(dbc, NULL, (SQLCHAR *) argv[1], SQL_NTS, out, sizeof(out), &length,
			SQL_DRIVER_NOPROMPT))) {
		fprintf(stderr, "no connection\n");
		return 2;
	}
	change_table();
	if (strcmp(argv[2], "missing") == 0) {
		use_missing_table();
	} else if (strcmp(argv[2], "changed") == 0) {
		use_changing_table();
	}
	SQLDisconnect(dbc);
	SQLFreeHandle(SQL_HANDLE_DBC, dbc);
	SQLFreeHandle(SQL_HANDLE_ENV, env);
	return 0;
}
