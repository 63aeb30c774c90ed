package catalogue

import (
	"context"
	"strings"
	"time"

	"estante/internal/core"
)

// Image is a picture that this server keeps. Its address is made of a hash of
// its content: it never changes what it shows, and nobody guesses it.
type Image struct {
	URL         string
	ContentType string
	Width       int
	Height      int
	Bytes       []byte
	Thumbnail   []byte
}

// ImageURL is the address of a picture by the hash of its content.
func ImageURL(hash, contentType string) string {
	if contentType == "image/png" {
		return ImagePath + hash + ".png"
	}
	return ImagePath + hash + ".jpg"
}

// imageKept is how long a picture outlives its last use: longer than an import
// can be undone, which may bring it back.
const imageKept = ImportUndoable + 15*24*time.Hour

type imageMemory interface {
	// KeepImage keeps a picture; one that is kept already counts as used again.
	KeepImage(image Image) error
	ImageExists(url string) (bool, error)
	// ImageFile is a picture or its thumbnail, with its type.
	ImageFile(url string, thumbnail bool) (contentType string, bytes []byte, err error)
	// MarkUnusedImages notes since when no product, not even a deleted one,
	// shows a picture.
	MarkUnusedImages() error
	// ForgetImages drops pictures that have been of no use since before a time.
	ForgetImages(unusedBefore time.Time) error
}

// SetProductImage gives a product a picture that was uploaded.
func (s *Service) SetProductImage(
	ctx context.Context, actor core.Actor, id int64, image Image, ifVersion *int64,
) (Product, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Product, error) {
		before, err := tx.LockProduct(id)
		if err != nil {
			return Product{}, err
		}
		if ifVersion != nil && *ifVersion != before.Version {
			return Product{}, core.ErrStale
		}
		if err := tx.KeepImage(image); err != nil {
			return Product{}, err
		}
		return UpdateProduct(tx, actor, before, ProductFields{ImageURL: &image.URL})
	})
}

// KeepImage keeps a picture that no product shows yet. One that none comes to
// show is forgotten with those that none shows any more.
func (s *Service) KeepImage(ctx context.Context, image Image) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (string, error) { return image.URL, tx.KeepImage(image) })
	return err
}

// ImageFile returns a picture to any caller that has its address.
func (s *Service) ImageFile(
	ctx context.Context, url string, thumbnail bool,
) (contentType string, bytes []byte, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		contentType, bytes, err = tx.ImageFile(url, thumbnail)
		return err
	})
	return contentType, bytes, err
}

// ForgetOldImages drops pictures that no product has shown for a long time.
func (s *Service) ForgetOldImages(ctx context.Context) error {
	return core.Write(ctx, s.store, func(tx Tx) error {
		if err := tx.MarkUnusedImages(); err != nil {
			return err
		}
		return tx.ForgetImages(tx.Now().Add(-imageKept))
	})
}

// CheckImage refuses an address of a picture of ours that is not there.
func (p Product) CheckImage(tx Tx) error {
	if !strings.HasPrefix(p.ImageURL, ImagePath) {
		return nil
	}
	there, err := tx.ImageExists(p.ImageURL)
	if err != nil {
		return err
	}
	if !there {
		return core.FieldError("imageUrl", "La imagen no existe")
	}
	return nil
}
