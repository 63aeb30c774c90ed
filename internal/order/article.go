package order

import (
	"slices"
	"time"

	"estante/internal/core"
)

// ArticleOf is under what it is remembered what a line of a shop is: its own id of
// what it sells, else the SKU, else the name.
func ArticleOf(own, sku, name string) string {
	switch {
	case own != "":
		return core.Cut(own, TextMax)
	case core.IdentityKey(sku) != "":
		return "s:" + core.Cut(core.IdentityKey(sku), TextMax)
	case core.IdentityKey(name) != "":
		return "n:" + core.Cut(core.IdentityKey(name), TextMax)
	}
	return ""
}

// unknown says whether nobody knows what the line sells.
func (l Line) unknown() bool { return l.ProductID == 0 && !l.Unstocked }

// Unknown are the lines of which nobody knows what they sell.
func Unknown(lines []Line) []Line {
	return slices.DeleteFunc(slices.Clone(lines), func(l Line) bool { return !l.unknown() })
}

// articles are those of the shop's lines.
func (n ShopOrder) articles() []string {
	articles := make([]string, 0, len(n.Lines))
	for _, line := range n.Lines {
		articles = append(articles, ArticleOf(line.Article, line.SKU, line.Name))
	}
	return articles
}

// Learn completes the lines with what users said the shop's articles are, which
// counts before what they said of a SKU.
func (n ShopOrder) Learn(tx Tx) error {
	known, err := tx.LinkedArticles(n.ChannelID, n.articles())
	if err != nil {
		return err
	}
	for i, article := range n.articles() {
		if product, linked := known[article]; linked {
			n.Lines[i].ProductID, n.Lines[i].Unstocked = product, product == 0
		}
	}
	return nil
}

// MatchArticle gives the open orders of a channel what a user said that an article
// is: a product, or with none nothing of the stock. It returns which they are.
func MatchArticle(tx Tx, actor core.Actor, channelID int64, article string, productID int64) ([]int64, error) {
	zone, _, err := Zone(tx)
	if err != nil {
		return nil, err
	}
	ids, err := tx.UnmatchedArticleOrders(channelID, article)
	if err != nil {
		return nil, err
	}
	of := func(line Line) bool { return line.unknown() && line.Article == article }
	// All orders first: a writer that holds a product never waits for an order.
	for _, id := range ids {
		if _, err := tx.LockOrder(id); err != nil {
			return nil, err
		}
	}
	for _, id := range ids {
		if productID == 0 {
			err = matchUnstocked(tx, actor, id, of, zone)
		} else {
			err = matchOrder(tx, actor, id, of, productID, zone)
		}
		if err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// matchUnstocked notes of lines of an order that they are none of the stock.
func matchUnstocked(tx Tx, actor core.Actor, id int64, of func(Line) bool, zone *time.Location) error {
	before, err := tx.LockOrder(id)
	if err != nil {
		return err
	}
	_, err = unstock(tx, actor, before, of, zone)
	return err
}

// unstock notes of unknown lines of a locked order that they are none of the stock.
func unstock(tx Tx, actor core.Actor, before Order, of func(Line) bool, zone *time.Location) (Order, error) {
	lines, err := LinesOf(tx, before.ID)
	if err != nil {
		return Order{}, err
	}
	var changed []Line
	for i := range lines {
		if lines[i].unknown() && of(lines[i]) {
			lines[i].Unstocked = true
			changed = append(changed, lines[i])
		}
	}
	if len(changed) == 0 {
		return before, nil
	}
	if err := tx.UpdateOrderLines(changed); err != nil {
		return Order{}, err
	}
	after := before
	after.count(lines)
	after.UpdatedAt, after.Version = tx.Now(), before.Version+1
	if err := tx.UpdateOrder(before, after, zone); err != nil {
		return Order{}, err
	}
	return after, Changed(tx, actor, core.AuditUpdate, &before, after, Event{
		Kind: Matched, Detail: "No lleva stock: " + core.Cut(changed[0].Name, TextMax),
	})
}
