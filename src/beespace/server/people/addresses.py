"""Network addresses of clients, as limits count them."""

from __future__ import annotations

import functools
import ipaddress

# Providers give every customer at least this network, so a single address means nothing.
_CUSTOMER_BITS = 64


@functools.lru_cache(maxsize=4096)
def counted_address(host: str) -> str:
    """Return what the limits count for a client's address: for IPv6, the customer's network.

    >>> counted_address("2001:db8:1:2:3:4:5:6"), counted_address("::ffff:192.0.2.1")
    ('2001:db8:1:2::/64', '192.0.2.1')
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    if address.is_loopback:
        return str(address)
    return str(ipaddress.ip_network((address, _CUSTOMER_BITS), strict=False))
