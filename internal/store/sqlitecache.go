package store

import (
	"sync"
	"unsafe"

	"modernc.org/libc"
	sqlitelib "modernc.org/sqlite/lib"
)

// pageCache keeps the pages of one connection in memory. SQLite's own, as our
// driver compiles it, is one for all connections of the process: every page that
// anybody looks at takes its lock, and whoever reads the whole catalogue for an
// export throws out what the writer needs. This one has no lock, because a
// connection has one user at a time, and forgets everything at once, which a
// reader does whenever it meets a newer state.
//
// It lies in the engine's memory, like its pages, so that Go never looks at it.
// https://sqlite.org/c3ref/pcache_methods2.html
type pageCache struct {
	pageBytes, slotBytes uintptr
	// purgeable says that a page can be read again, from the file.
	purgeable bool
	// most is how many pages it should have, held how many it has, and idle how
	// many of those nobody is using.
	most, held, idle int
	// chains holds the first page of each chain; there are a power of two.
	chains     uintptr
	chainCount uintptr
	// highest is no less than the number of any page but for some beyond it: to
	// swap two pages SQLite gives one of them a number that no page has. There are
	// never more of those than beyond says; there may be fewer.
	highest uint32
	beyond  int
	// newest and oldest are the ends of the list of idle pages.
	newest, oldest uintptr
	// spare are places of pages that were given up.
	spare uintptr
	// first is the first slab, and filling the one whose next free place is used.
	first, filling uintptr
	used           uintptr
}

// cachedPage stands behind the bytes of a page. SQLite sees its first two fields.
type cachedPage struct {
	bytes, extra uintptr
	key          uint32
	isIdle       bool
	// next is the one behind it in its chain, or among the spare places.
	next         uintptr
	newer, older uintptr
}

// pageSlab is a piece of memory with room for some pages, which follow it.
type pageSlab struct {
	next   uintptr
	places uintptr
}

// What SQLite wants when it asks for a page that is not there.
const (
	lookForPage    = 0
	makeRoomEasily = 1
)

const (
	chainsFirst  = 64
	slabFirst    = 2
	slabMost     = 64
	slabBytes    = (unsafe.Sizeof(pageSlab{}) + 15) &^ 15
	pointerBytes = unsafe.Sizeof(uintptr(0))
)

// usePageCache gives SQLite these caches, and says whether it takes them. It does
// so only before its first connection: whoever opens one in another way before
// has SQLite's own.
var usePageCache = sync.OnceValue(func() bool {
	tls := libc.NewTLS()
	defer tls.Close()
	address := libc.Xcalloc(tls, 1, libc.Tsize_t(unsafe.Sizeof(sqlitelib.Tsqlite3_pcache_methods2{})))
	if address == 0 {
		return false
	}
	defer libc.Xfree(tls, address)
	arguments := libc.NewVaList(address)
	defer libc.Xfree(tls, arguments)
	// How SQLite begins and ends stays its own: that is also where its memory
	// for other things gets its locks.
	if sqlitelib.Xsqlite3_config(tls, sqlitelib.SQLITE_CONFIG_GETPCACHE2, arguments) != sqlitelib.SQLITE_OK {
		return false
	}
	setPageCache(at[sqlitelib.Tsqlite3_pcache_methods2](address))
	return sqlitelib.Xsqlite3_config(tls, sqlitelib.SQLITE_CONFIG_PCACHE2, arguments) == sqlitelib.SQLITE_OK
})

// setPageCache fills in what SQLite calls.
func setPageCache(methods *sqlitelib.Tsqlite3_pcache_methods2) {
	methods.FxCreate = entry(createPageCache)
	methods.FxDestroy = entry(destroyPageCache)
	methods.FxCachesize = entry(func(_ *libc.TLS, c uintptr, most int32) { at[pageCache](c).most = int(most) })
	methods.FxPagecount = entry(func(_ *libc.TLS, c uintptr) int32 {
		return int32(at[pageCache](c).held) //nolint:gosec // A file has fewer pages.
	})
	methods.FxFetch = entry(func(tls *libc.TLS, c uintptr, key uint32, effort int32) uintptr {
		return at[pageCache](c).fetch(tls, key, effort)
	})
	methods.FxUnpin = entry(func(_ *libc.TLS, c, page uintptr, discard int32) { at[pageCache](c).unpin(page, discard != 0) })
	methods.FxRekey = entry(func(_ *libc.TLS, c, page uintptr, _, key uint32) { at[pageCache](c).rekey(page, key) })
	methods.FxTruncate = entry(func(_ *libc.TLS, c uintptr, limit uint32) { at[pageCache](c).truncate(limit) })
	methods.FxShrink = entry(func(_ *libc.TLS, c uintptr) { at[pageCache](c).shrink() })
}

// at is what lies at an address of the engine's memory.
func at[T any](address uintptr) *T {
	return *(**T)(unsafe.Pointer(&address)) //nolint:gosec // The engine's memory is not Go's, and stays where it is.
}

// entry is a function as the engine calls it. It must capture nothing.
func entry[F any](function F) uintptr {
	return *(*uintptr)(unsafe.Pointer(&function)) //nolint:gosec // The engine calls it in the same way.
}

func createPageCache(tls *libc.TLS, pageBytes, extraBytes, purgeable int32) uintptr {
	address := libc.Xcalloc(tls, 1, libc.Tsize_t(unsafe.Sizeof(pageCache{})))
	if address == 0 {
		return 0
	}
	const aligned = 16
	c := at[pageCache](address)
	c.pageBytes = uintptr(uint32(pageBytes))                            //nolint:gosec // 64 KB at most.
	behind := unsafe.Sizeof(cachedPage{}) + uintptr(uint32(extraBytes)) //nolint:gosec // Some hundred.
	c.slotBytes = (c.pageBytes + behind + aligned - 1) &^ (aligned - 1)
	c.purgeable = purgeable != 0
	if !c.rehash(tls, chainsFirst) {
		libc.Xfree(tls, address)
		return 0
	}
	return address
}

func destroyPageCache(tls *libc.TLS, address uintptr) {
	c := at[pageCache](address)
	for slab := c.first; slab != 0; {
		next := at[pageSlab](slab).next
		libc.Xfree(tls, slab)
		slab = next
	}
	libc.Xfree(tls, c.chains)
	libc.Xfree(tls, address)
}

// chain is where the address of the first page with such a number lies.
func (c *pageCache) chain(key uint32) *uintptr {
	return at[uintptr](c.chains + (uintptr(key)&(c.chainCount-1))*pointerBytes)
}

// fetch finds a page for somebody who uses it from now on, or a place for it.
func (c *pageCache) fetch(tls *libc.TLS, key uint32, effort int32) uintptr {
	for found := *c.chain(key); found != 0; {
		page := at[cachedPage](found)
		if page.key == key {
			if page.isIdle {
				c.takeIdle(page)
			}
			return found
		}
		found = page.next
	}
	if effort == lookForPage {
		return 0
	}
	return c.add(tls, key, effort)
}

// add finds a place for a page. SQLite would rather write some of what it has
// changed than have this grow much further, if it is told that it is not easy.
func (c *pageCache) add(tls *libc.TLS, key uint32, effort int32) uintptr {
	if effort == makeRoomEasily && c.purgeable && c.held-c.idle >= c.most*9/10 {
		return 0
	}
	if uintptr(c.held) >= c.chainCount {
		// Without the memory for it chains are longer, and nothing worse.
		c.rehash(tls, 2*c.chainCount)
	}
	if c.purgeable && c.oldest != 0 && c.held >= c.most {
		c.drop(c.oldest)
	}
	place := c.place(tls)
	if place == 0 && c.purgeable && c.oldest != 0 {
		c.drop(c.oldest)
		place = c.place(tls)
	}
	if place == 0 {
		return 0
	}
	page := at[cachedPage](place)
	page.key, page.isIdle = key, false
	// By this SQLite sees that the page is another one.
	*at[uintptr](page.extra) = 0
	chain := c.chain(key)
	page.next, *chain = *chain, place
	c.held++
	c.highest = max(c.highest, key)
	return place
}

// place is memory for one page.
func (c *pageCache) place(tls *libc.TLS) uintptr {
	if place := c.spare; place != 0 {
		c.spare = at[cachedPage](place).next
		return place
	}
	if (c.filling == 0 || c.used == at[pageSlab](c.filling).places) && !c.nextSlab(tls) {
		return 0
	}
	bytes := c.filling + slabBytes + c.used*c.slotBytes
	c.used++
	place := bytes + c.pageBytes
	page := at[cachedPage](place)
	page.bytes, page.extra = bytes, place+unsafe.Sizeof(cachedPage{})
	return place
}

// nextSlab goes on with the slab behind the full one, which may have to be made.
func (c *pageCache) nextSlab(tls *libc.TLS) bool {
	places, behind := uintptr(slabFirst), &c.first
	if c.filling != 0 {
		full := at[pageSlab](c.filling)
		places, behind = min(2*full.places, slabMost), &full.next
	}
	if *behind == 0 {
		slab := libc.Xmalloc(tls, libc.Tsize_t(slabBytes+places*c.slotBytes))
		if slab == 0 {
			return false
		}
		*at[pageSlab](slab) = pageSlab{places: places}
		*behind = slab
	}
	c.filling, c.used = *behind, 0
	return true
}

// rehash has the pages in another number of chains.
func (c *pageCache) rehash(tls *libc.TLS, count uintptr) bool {
	chains := libc.Xcalloc(tls, libc.Tsize_t(count), libc.Tsize_t(pointerBytes))
	if chains == 0 {
		return false
	}
	old, oldCount := c.chains, c.chainCount
	c.chains, c.chainCount = chains, count
	for i := range oldCount {
		for place := *at[uintptr](old + i*pointerBytes); place != 0; {
			page := at[cachedPage](place)
			next := page.next
			chain := c.chain(page.key)
			page.next, *chain = *chain, place
			place = next
		}
	}
	if old != 0 {
		libc.Xfree(tls, old)
	}
	return true
}

// unpin lets go of a page that nobody uses any more.
func (c *pageCache) unpin(place uintptr, discard bool) {
	if discard || c.purgeable && c.held > c.most {
		c.drop(place)
		return
	}
	page := at[cachedPage](place)
	page.isIdle, page.older, page.newer = true, c.newest, 0
	if c.newest == 0 {
		c.oldest = place
	} else {
		at[cachedPage](c.newest).newer = place
	}
	c.newest = place
	c.idle++
}

// takeIdle takes a page off the list of idle ones.
func (c *pageCache) takeIdle(page *cachedPage) {
	if page.older == 0 {
		c.oldest = page.newer
	} else {
		at[cachedPage](page.older).newer = page.newer
	}
	if page.newer == 0 {
		c.newest = page.older
	} else {
		at[cachedPage](page.newer).older = page.older
	}
	page.isIdle = false
	c.idle--
}

// drop gives up a page.
func (c *pageCache) drop(place uintptr) {
	page := at[cachedPage](place)
	if page.isIdle {
		c.takeIdle(page)
	}
	c.unchain(page, place)
	page.next, c.spare = c.spare, place
	c.held--
}

func (c *pageCache) unchain(page *cachedPage, place uintptr) {
	link := c.chain(page.key)
	for *link != place {
		link = &at[cachedPage](*link).next
	}
	*link = page.next
	if page.key > c.highest {
		c.beyond--
	}
}

// rekey gives a page another number. Nobody uses the one that had it.
func (c *pageCache) rekey(place uintptr, key uint32) {
	for other := *c.chain(key); other != 0; {
		page := at[cachedPage](other)
		if page.key == key && other != place {
			c.drop(other)
			break
		}
		other = page.next
	}
	page := at[cachedPage](place)
	c.unchain(page, place)
	page.key = key
	chain := c.chain(key)
	page.next, *chain = *chain, place
	if key > c.highest {
		c.beyond++
	}
}

// truncate forgets the pages from a number on, used or not.
func (c *pageCache) truncate(limit uint32) {
	switch {
	case limit > c.highest && c.beyond == 0:
	case limit <= 1:
		c.forget()
	case c.beyond == 0 && int(c.highest-limit) < c.held:
		for key := limit; key <= c.highest; key++ {
			c.dropChained(*c.chain(key), func(page *cachedPage) bool { return page.key == key })
		}
		c.highest = limit - 1
	default:
		c.dropFrom(limit)
	}
}

// dropFrom looks at each page, and so learns again which is the highest.
func (c *pageCache) dropFrom(limit uint32) {
	highest := uint32(0)
	for i := range c.chainCount {
		c.dropChained(*at[uintptr](c.chains + i*pointerBytes), func(page *cachedPage) bool {
			if page.key >= limit {
				return true
			}
			highest = max(highest, page.key)
			return false
		})
	}
	c.highest, c.beyond = highest, 0
}

// dropChained drops those pages of a chain.
func (c *pageCache) dropChained(place uintptr, is func(*cachedPage) bool) {
	for place != 0 {
		page := at[cachedPage](place)
		next := page.next
		if is(page) {
			c.drop(place)
		}
		place = next
	}
}

// forget gives up all pages, and uses their places from the first on again.
func (c *pageCache) forget() {
	clear(unsafe.Slice(at[uintptr](c.chains), c.chainCount)) //nolint:gosec // They are as many.
	c.held, c.idle, c.newest, c.oldest, c.spare = 0, 0, 0, 0, 0
	c.filling, c.used, c.highest, c.beyond = 0, 0, 0, 0
}

// shrink gives up what nobody uses and can be read again. Its memory stays, for the
// pages to come.
func (c *pageCache) shrink() {
	for c.purgeable && c.oldest != 0 {
		c.drop(c.oldest)
	}
}
