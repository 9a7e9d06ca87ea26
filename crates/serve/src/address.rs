//! Finds the address of this machine on the local network.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// Returns the addresses of this machine on the local network, the likeliest first.
///
/// Only of IPv4, as every home network has it; by an address of IPv6, all the world may come where a router lets it.
pub fn on_the_network() -> Vec<Ipv4Addr> {
    let found = if_addrs::get_if_addrs().unwrap_or_default();
    let running = found.into_iter().filter(if_addrs::Interface::is_oper_up);
    let found = running.filter_map(|interface| match interface.ip() {
        IpAddr::V4(address) => Some(address),
        IpAddr::V6(_) => None,
    });
    ordered(found.collect(), outward())
}

/// Returns the address of this machine towards the internet. A socket of datagrams chooses it when it is given its
/// peer, and nothing is sent.
fn outward() -> Option<Ipv4Addr> {
    // Reserved for documentation (RFC 5737).
    const BEYOND: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(BEYOND).ok()?;
    match socket.local_addr().ok()?.ip() {
        IpAddr::V4(address) => Some(address),
        IpAddr::V6(_) => None,
    }
}

/// Returns each once: the outward one, then those of home networks, then all others. Networks of virtual machines and
/// containers look like those of homes.
fn ordered(mut found: Vec<Ipv4Addr>, outward: Option<Ipv4Addr>) -> Vec<Ipv4Addr> {
    found.extend(outward);
    found.retain(|address| !address.is_loopback() && !address.is_unspecified() && !address.is_link_local());
    found.sort_by_key(|address| (Some(*address) != outward, !address.is_private(), *address));
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::ordered;

    const HOME: Ipv4Addr = Ipv4Addr::new(192, 168, 178, 23);
    const CONTAINERS: Ipv4Addr = Ipv4Addr::new(172, 17, 0, 1);
    const PUBLIC: Ipv4Addr = Ipv4Addr::new(203, 0, 113, 5);
    const ALONE: Ipv4Addr = Ipv4Addr::new(169, 254, 7, 7);

    #[test]
    fn the_way_outward_comes_first_and_private_ones_before_public_ones() {
        let found = vec![Ipv4Addr::LOCALHOST, PUBLIC, CONTAINERS, ALONE, HOME];
        assert_eq!(ordered(found.clone(), Some(HOME)), [HOME, CONTAINERS, PUBLIC]);
        assert_eq!(ordered(found.clone(), Some(PUBLIC)), [PUBLIC, CONTAINERS, HOME]);
        assert_eq!(ordered(found, None), [CONTAINERS, HOME, PUBLIC]);
    }

    #[test]
    fn a_machine_by_itself_has_none() {
        assert!(ordered(vec![Ipv4Addr::LOCALHOST, ALONE], Some(Ipv4Addr::LOCALHOST)).is_empty());
        assert!(ordered(Vec::new(), None).is_empty());
    }
}
