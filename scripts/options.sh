# shellcheck shell=bash
# Further parts of PHP that scripts/build --with knows: for each name the options of configure and the Debian
# packages that it needs beyond those of scripts/packages. Sourced by scripts/build.

# NAME|OPTIONS|PACKAGES
known_options='
apache2|--with-apxs2=/usr/bin/apxs2|apache2-dev
bcmath|--enable-bcmath|
bz2|--with-bz2|libbz2-dev
cgi|--enable-cgi|
curl|--with-curl|libcurl4-openssl-dev
dom|--with-libxml --enable-dom|libxml2-dev
embed|--enable-embed|
exif|--enable-exif|
fileinfo|--enable-fileinfo|
filter|--enable-filter|
fpm|--enable-fpm|
gmp|--with-gmp|libgmp-dev
iconv|--with-iconv|
intl|--enable-intl|libicu-dev
mysqli|--with-mysqli|
phar|--enable-phar|
readline|--with-libedit|libedit-dev
session|--enable-session|
simplexml|--with-libxml --enable-simplexml|libxml2-dev
soap|--with-libxml --enable-soap|libxml2-dev
sodium|--with-sodium|libsodium-dev
xml|--with-libxml --enable-xml --enable-xmlreader --enable-xmlwriter|libxml2-dev
zip|--with-zip|libzip-dev
zlib|--with-zlib|zlib1g-dev
'

# option_field NAME NUMBER: 2, its options; 3, its packages. Fails when the name is not known.
option_field() { awk -F'|' -v name="$1" -v number="$2" '$1 == name { print $number; found = 1 } END { exit !found }' <<<"$known_options"; }

option_names() { awk -F'|' 'NF { print $1 }' <<<"$known_options"; }

# options_of NAME...: arguments for configure, one per line, each once. A name that begins with -- is such an argument.
options_of() {
	local name
	for name; do
		case $name in
			--?*) printf '%s\n' "$name" ;;
			*) option_field "$name" 2 | tr ' ' '\n' ;;
		esac
	done | awk '!seen[$0]++'
}

# check_options NAME...: all are known, and their packages are installed; dies otherwise, with the line to run.
check_options() {
	local name package missing=''
	for name; do
		case $name in
			--*[[:space:]]*) die "--with: '$name' has blanks in it" ;;
			--?*) ;;
			*) option_field "$name" 2 >/dev/null || die "--with: unknown name '$name' (one of: $(option_names | paste -sd' '); or --OPTION for configure)" ;;
		esac
	done
	command -v dpkg-query >/dev/null || return 0
	for package in $(for name; do option_field "$name" 3 || true; done | tr ' ' '\n' | LC_ALL=C sort -u); do
		[[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=" $package"
	done
	[[ -z $missing ]] || die "--with $(IFS=,; printf '%s' "$*") needs: apt-get install --no-install-recommends$missing"
}
