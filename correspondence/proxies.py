"""The client's address and scheme from `X-Forwarded-For`, `X-Forwarded-Proto`."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from correspondence.settings import Settings


class Proxies:
    """The proxies that the settings name by address, or count.

    Whatever else names an asker (`Forwarded`, `X-Real-IP`, `Client-IP`) is nobody's business.
    """

    def __init__(self, settings: Settings) -> None:
        self._networks: list[IPv4Network | IPv6Network] = [ip_network(network) for network in settings.proxy_networks]
        self._count = 0 if self._networks else settings.trusted_proxies
        self._public = settings.public

    def asker(self, peer: str, header: str) -> str:
        """Return the client's address: the peer, or what known proxies say in `header`.

        Reads `X-Forwarded-For` from its end; with a count of proxies, uses the outermost's entry. Invalid: the peer.
        """
        names = _parts(header)
        if self._count:
            name = names[-self._count] if len(names) >= self._count else ""
            return name if _address(name) else peer
        asker = peer
        while names and self.is_trusted(asker):
            asker = names.pop()
        return asker if _address(asker) else peer

    def scheme(self, peer: str, header: str) -> str:
        """Return the scheme in a known proxy's `X-Forwarded-Proto` (`header`), or empty."""
        names = _parts(header)
        place = self._count or 1
        believed = self._count > 0 or self.is_trusted(peer)
        name = names[-place] if believed and len(names) >= place else ""
        return name if name in ("http", "https") else ""

    def is_trusted(self, address: str) -> bool:
        """Whether one of the named proxies has this address."""
        ip = _address(address)
        return ip is not None and any(ip in network for network in self._networks)

    def loopback(self, address: str) -> bool:
        """Whether somebody asks from this machine."""
        ip = _address(address)
        return ip is not None and ip.is_loopback

    def is_shared(self, peer: str) -> bool:
        """Whether this address may be a proxy's that many clients share.

        Where proxies are only counted, or the site is public and none are set, proxies are on this machine or its
        network.
        """
        ip = _address(peer)
        if self._networks or ip is None:
            return self.is_trusted(peer)
        if self._count:
            return not ip.is_global
        return self._public and self.loopback(peer)


def _parts(header: str) -> list[str]:
    return [part.strip() for part in header.split(",") if part.strip()]


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        ip = ip_address(text)
    except ValueError:
        return None
    return getattr(ip, "ipv4_mapped", None) or ip
