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

# check_option NAME: known, and its packages are installed; dies otherwise, with the line to run.
check_option() {
	local package missing=''
	case $1 in
		--*[[:space:]]*) die "--with: '$1' has blanks in it" ;;
		--?*) return 0 ;;
	esac
	option_field "$1" 2 >/dev/null || die "--with: unknown name '$1' (one of: $(option_names | paste -sd' '); or --OPTION for configure)"
	command -v dpkg-query >/dev/null || return 0
	for package in $(option_field "$1" 3); do
		[[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=" $package"
	done
	[[ -z $missing ]] || die "--with $1 needs: apt-get install --no-install-recommends$missing"
}
