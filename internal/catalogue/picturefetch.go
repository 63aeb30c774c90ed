package catalogue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"estante/internal/core"
)

// PictureFetch is a picture that products name by an address of another machine, and that
// this server is to fetch once for all of them: no browser calls there.
type PictureFetch struct {
	URL string
	// Attempts counts this one too.
	Attempts int
}

// PictureSource brings pictures from other machines. What its errors say is for people. One
// that has a method Permanent, and answers true, will come again however often it is tried.
type PictureSource interface {
	Picture(ctx context.Context, url string) (Image, error)
}

// PicturePauses are those between attempts. A picture that does not come after the last one
// is given up, and its products say why.
var PicturePauses = []time.Duration{time.Minute, 10 * time.Minute, time.Hour, 6 * time.Hour, 24 * time.Hour}

// PictureLease is how long a picture is the work of the process that took it: longer than a
// fetch, the reading of the picture and the writes to its products take.
const PictureLease = 5 * time.Minute

const (
	// pictureTurn is how many products are given a picture in one write.
	pictureTurn = 100
	// pictureWait is how long a picture waits for an import that holds one of its products.
	pictureWait = time.Minute
)

type pictureFetchMemory interface {
	// PictureIsDue says whether there is a picture to fetch now.
	PictureIsDue() (bool, error)
	// ClaimPicture takes the picture that has been due for longest, for all products that
	// name its address, so that no other process does until the lease ends.
	ClaimPicture(leaseUntil time.Time) (PictureFetch, error)
	// PictureProducts are the products after one that wait for the picture of an address.
	PictureProducts(url string, after int64, limit int) ([]int64, error)
	// PostponePicture notes why a picture did not come, and when to try again.
	PostponePicture(fetch PictureFetch, reason string, dueAt time.Time) error
	// DropPictureFetches ends the wait of products for the picture of an address.
	DropPictureFetches(url string, products []int64) error
}

// AwaitsPicture says that the picture of a product lies elsewhere and is still to be
// fetched. The memory keeps a PictureFetch of each such product, whoever wrote it.
func (p Product) AwaitsPicture() bool {
	return p.DeletedAt == nil && p.ImageURL != "" && !p.keepsImage() && p.ImageProblem == ""
}

// keepsImage says that the picture is one of this server's.
func (p Product) keepsImage() bool { return strings.HasPrefix(p.ImageURL, ImagePath) }

// AsWritten is the product with its picture as people wrote it: by the address that the
// picture was fetched from.
func (p Product) AsWritten() Product {
	if p.keepsImage() && p.ImageSource != "" {
		p.ImageURL = p.ImageSource
	}
	return p
}

// NameImage gives the product the picture of an address. That which its own was fetched from
// names the one it has, and one that could not be fetched is tried again.
func (p *Product) NameImage(url string) {
	p.ImageProblem = ""
	if url != p.AsWritten().ImageURL {
		p.ImageURL, p.ImageSource = url, ""
	}
}

// FetchPicture fetches a picture that is due and gives it to the products that name its
// address. It says whether there may be more.
func (s *Service) FetchPicture(ctx context.Context, source PictureSource) (more bool, err error) {
	ctx = core.InBackground(ctx)
	var due bool
	err = core.Read(ctx, s.store, func(tx Tx) (err error) {
		due, err = tx.PictureIsDue()
		return err
	})
	if err != nil || !due {
		return false, err
	}
	var fetch PictureFetch
	err = core.Write(ctx, s.store, func(tx Tx) (err error) {
		fetch, err = tx.ClaimPicture(tx.Now().Add(PictureLease))
		return err
	})
	if core.IsNotFound(err) {
		return false, nil // Another process was faster.
	}
	if err != nil {
		return false, fmt.Errorf("claim picture: %w", err)
	}
	return true, s.fetchClaimed(ctx, source, fetch)
}

// fetchClaimed fetches a picture, unless that has been begun so often, and never ended, that
// the picture itself may be to blame.
func (s *Service) fetchClaimed(ctx context.Context, source PictureSource, fetch PictureFetch) error {
	if fetch.Attempts > len(PicturePauses)+1 {
		return s.giveUpPicture(ctx, fetch, "La imagen no se pudo leer")
	}
	image, failure := source.Picture(ctx, fetch.URL)
	if err := ctx.Err(); err != nil {
		return err // The claim runs out, and the picture is fetched again.
	}
	if failure != nil {
		return s.missPicture(ctx, fetch, failure)
	}
	return s.hangPicture(ctx, fetch, image)
}

// hangPicture gives a picture that came to the products that wait for it. Those that were
// given another one meanwhile keep that.
func (s *Service) hangPicture(ctx context.Context, fetch PictureFetch, image Image) error {
	err := s.endPicture(ctx, fetch, func(tx Tx) error {
		return tx.KeepImage(image)
	}, func(tx Tx, before Product) error {
		after := before
		after.ImageURL, after.ImageSource, after.ImageProblem = image.URL, fetch.URL, ""
		if err := changePicture(tx, before, after); err != nil {
			return err
		}
		return core.Audit(tx, core.System, core.AuditUpdate, core.NounProduct, after.ID, before.Auditable(),
			after.Auditable())
	})
	if errors.Is(err, ErrImporting) {
		return core.Write(ctx, s.store, func(tx Tx) error {
			fetch.Attempts--
			return tx.PostponePicture(fetch, ErrImporting.Message, tx.Now().Add(pictureWait))
		})
	}
	return err
}

// missPicture has a picture that did not come tried again later, or gives it up.
func (s *Service) missPicture(ctx context.Context, fetch PictureFetch, failure error) error {
	reason := failure.Error()
	var lasting interface{ Permanent() bool }
	permanent := errors.As(failure, &lasting) && lasting.Permanent()
	if !permanent && fetch.Attempts <= len(PicturePauses) {
		return core.Write(ctx, s.store, func(tx Tx) error {
			return tx.PostponePicture(fetch, reason, tx.Now().Add(PicturePauses[max(fetch.Attempts, 1)-1]))
		})
	}
	return s.giveUpPicture(ctx, fetch, reason)
}

// giveUpPicture leaves the products with the reason.
func (s *Service) giveUpPicture(ctx context.Context, fetch PictureFetch, reason string) error {
	return s.endPicture(ctx, fetch, func(Tx) error { return nil }, func(tx Tx, before Product) error {
		after := before
		after.ImageProblem = reason
		return changePicture(tx, before, after)
	})
}

// changePicture writes what became of a product's picture.
func changePicture(tx Tx, before, after Product) error {
	after.Version, after.UpdatedAt = before.Version+1, tx.Now()
	if err := tx.UpdateProduct(before, after); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicProducts, ID: after.ID})
}

// endPicture does what is to be done to every product that waits for a picture and still
// names its address, some in each write, and what is to be done before it in each.
func (s *Service) endPicture(
	ctx context.Context, fetch PictureFetch, first func(tx Tx) error, do func(tx Tx, before Product) error,
) error {
	for after, more := int64(0), true; more; {
		last := after
		err := core.Write(ctx, s.store, func(tx Tx) error {
			ids, err := tx.PictureProducts(fetch.URL, after, pictureTurn)
			if err != nil || len(ids) == 0 {
				more = false
				return err
			}
			last, more = ids[len(ids)-1], len(ids) == pictureTurn
			if err := first(tx); err != nil {
				return err
			}
			products, err := tx.LockProducts(ids)
			if err != nil {
				return err
			}
			if err := endPictures(tx, fetch.URL, products, do); err != nil {
				return err
			}
			return tx.DropPictureFetches(fetch.URL, ids)
		})
		if err != nil {
			return err
		}
		after = last
	}
	return nil
}

func endPictures(tx Tx, url string, products []Product, do func(tx Tx, before Product) error) error {
	skus := make([]string, 0, len(products))
	for _, product := range products {
		skus = append(skus, product.SKU)
	}
	if err := notImporting(tx, "", skus...); err != nil {
		return err
	}
	for _, product := range products {
		if product.ImageURL != url || !product.AwaitsPicture() {
			continue
		}
		if err := do(tx, product); err != nil {
			return err
		}
	}
	return nil
}
