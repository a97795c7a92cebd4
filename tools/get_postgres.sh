#!/bin/sh
# Makes sure that there is a PostgreSQL for the server's tests: the system's, or Debian's package (as
# root). It is never started as a service. Without one, those tests are skipped with a message.
command -v postgres >/dev/null && exit 0
for programs in /usr/lib/postgresql/*/bin; do
    [ -x "$programs/postgres" ] && exit 0
done
echo "==> installing PostgreSQL for the server's tests"
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    # Keep the package from creating and starting a cluster; the tests create their own.
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
echo "    could not install PostgreSQL: the tests that need it will be skipped"
