/* A program that has PHP built in: runs the file that its first argument names. For ci/stages/sapi.sh. */

#include <sapi/embed/php_embed.h>

int main(int argc, char **argv)
{
	zend_file_handle file;
	bool ok;

	if (argc != 2 || php_embed_init(argc, argv) == FAILURE) {
		return 2;
	}
	zend_stream_init_filename(&file, argv[1]);
	ok = php_execute_script(&file);
	zend_destroy_file_handle(&file);
	php_embed_shutdown();
	return ok ? 0 : 1;
}
