package webhook

import (
	"net/netip"
	"net/url"
	"strings"

	"estante/internal/core"
)

// checkWebhookURL notes what is wrong with an address that messages are to be sent to. What a name
// resolves to is only known when it is called, so the sender checks PublicAddress again.
func (s *Service) checkWebhookURL(wrong core.Problems, text string) {
	const field = "url"
	address, err := url.Parse(text)
	switch {
	case text == "":
		wrong.Add(field, "La dirección es requerida")
	case len(text) > webhookURLMax:
		wrong.Add(field, "La dirección es demasiado larga")
	case err != nil || address.Hostname() == "":
		wrong.Add(field, "La dirección debe ser como https://ejemplo.es/webhook")
	case address.Scheme != "https" && (address.Scheme != "http" || !s.privateAddresses):
		wrong.Add(field, "La dirección debe empezar por https://")
	case address.User != nil:
		wrong.Add(field, "La dirección no puede llevar usuario ni contraseña: los mensajes van firmados")
	case address.Fragment != "":
		wrong.Add(field, "La dirección no puede llevar una parte después de #")
	case !s.privateAddresses && privateHost(address.Hostname()):
		wrong.Add(field, "La dirección es de una red privada. Quien administra el servidor puede permitirlas.")
	}
}

// privateHost says whether a host is one of this machine or its network by its name alone.
func privateHost(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if address, err := netip.ParseAddr(host); err == nil {
		return !PublicAddress(address)
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".internal") ||
		strings.HasSuffix(host, ".local") ||
		!strings.Contains(host, ".")
}

// notPublic are the networks that nobody on the internet is found in, besides
// those that netip has a word for.
var notPublic = func() (networks []netip.Prefix) {
	for _, text := range []string{
		// This network, carrier-grade NAT, protocol assignments, documentation, benchmarks, and what is reserved.
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
		"203.0.113.0/24", "240.0.0.0/4",
		// The same, and the IPv6 addresses that carry an IPv4 one in them.
		"::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16",
		"fec0::/10",
	} {
		networks = append(networks, netip.MustParsePrefix(text))
	}
	return networks
}()

// nat64 is where the last four bytes are an IPv4 address that a translator calls.
var nat64 = netip.MustParsePrefix("64:ff9b::/96")

// PublicAddress says whether an address is one of the internet, and not one of this
// machine, of its network or of its hosting provider.
func PublicAddress(address netip.Addr) bool {
	address = address.WithZone("").Unmap()
	if nat64.Contains(address) {
		bytes := address.As16()
		address = netip.AddrFrom4([4]byte(bytes[12:]))
	}
	if !address.IsValid() || !address.IsGlobalUnicast() || address.IsPrivate() || address.IsLoopback() ||
		address.IsLinkLocalUnicast() {
		return false
	}
	for _, network := range notPublic {
		if network.Contains(address) {
			return false
		}
	}
	return true
}
