package jobs

import (
	"context"

	"estante/internal/catalogue"
	"estante/internal/inventory"
	"estante/internal/picture"
)

// Fetcher fetches a file of at most so many bytes from another machine. What its errors say
// is for people.
type Fetcher interface {
	Get(ctx context.Context, url string, bytesMax int64) ([]byte, error)
}

// pictures makes pictures of the files that it fetches; it is a catalogue.PictureSource.
type pictures struct{ from Fetcher }

// Picture fetches a picture and reads it as one that was uploaded.
func (p pictures) Picture(ctx context.Context, url string) (catalogue.Image, error) {
	file, err := p.from.Get(ctx, url, picture.BytesMax)
	if err != nil {
		return catalogue.Image{}, err
	}
	made, err := picture.Read(ctx, file)
	if sentence := picture.Explain(err); sentence != "" {
		return catalogue.Image{}, noPicture(sentence)
	}
	return catalogue.Image{
		URL: catalogue.ImageURL(made.Hash, made.ContentType), ContentType: made.ContentType,
		Width: made.Width, Height: made.Height, Bytes: made.Bytes, Thumbnail: made.Thumbnail,
	}, err
}

// noPicture says what is wrong with a file. It will be so the next time too.
type noPicture string

func (n noPicture) Error() string { return string(n) }

func (noPicture) Permanent() bool { return true }

// fetchPictures fetches the pictures that products name by an address of another machine.
func fetchPictures(inv *inventory.Inventory, from Fetcher) func(context.Context) (bool, error) {
	return func(ctx context.Context) (bool, error) {
		if from == nil {
			return false, nil
		}
		return inv.Catalogue.FetchPicture(ctx, pictures{from})
	}
}
