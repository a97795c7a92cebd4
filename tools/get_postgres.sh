#!/bin/sh
# Makes sure that there is a PostgreSQL for the tests of the server: the system's, else Debian's package
# (as root). It is never started as a service. Without one those tests are skipped, and say so.
command -v postgres >/dev/null && exit 0
for programs in /usr/lib/postgresql/*/bin; do
    [ -x "$programs/postgres" ] && exit 0
done
echo "==> getting a PostgreSQL for the tests of the server"
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    # The package would make a cluster and start it; the tests make one of their own.
    mkdir -p /etc/postgresql-common/createcluster.d
    echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.d/beespace.conf
    get() {
        apt-get -qq install -y --no-install-recommends postgresql >/dev/null 2>&1
    }
    echo "    apt-get install postgresql"
    if get || { apt-get -qq update >/dev/null 2>&1 && get; }; then
        exit 0
    fi
fi
echo "    none can be had: the tests with PostgreSQL will be skipped"
