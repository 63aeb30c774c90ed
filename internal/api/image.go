package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/picture"
)

func (a *API) imageRoutes() {
	edit, anyone := a.may(core.EditProducts), a.anyone()
	add(edit, "POST /products/{id}/image/", "setProductImage", "Subir la imagen de un producto",
		a.setProductImage, takesFile(picture.BytesMax))
	add(edit, "POST /images/", "keepImage", "Subir una imagen", a.keepImage, created, takesFile(picture.BytesMax))
	add(anyone, "GET /images/{name}", "getImage", "Una imagen", a.getImage, imageFile)
}

type imageInput struct {
	IDInput
	IfMatch
	FileInput
}

// setProductImage makes a picture of an uploaded file and gives it to a product.
func (a *API) setProductImage(ctx context.Context, input *imageInput) (*productOutput, error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	if _, err := a.inv.Catalogue.Product(ctx, input.ID); err != nil {
		return nil, err
	}
	ctx, made, err := a.pictureOf(ctx, &input.FileInput)
	if err != nil {
		return nil, err
	}
	product, err := a.inv.Catalogue.SetProductImage(ctx, actorOf(ctx), input.ID, made, version)
	return a.shown(ctx, product, err)
}

type keptImageOutput struct {
	Body struct {
		ImageURL string `json:"imageUrl" doc:"Lo que un producto guarda como imagen"`
		Width    int    `json:"width"`
		Height   int    `json:"height"`
	}
}

// keepImage makes a picture of an uploaded file before it is known which product
// it is of: a form shows it, and names it when it is saved.
func (a *API) keepImage(ctx context.Context, input *FileInput) (*keptImageOutput, error) {
	ctx, made, err := a.pictureOf(ctx, input)
	if err != nil {
		return nil, err
	}
	if err := a.inv.Catalogue.KeepImage(ctx, made); err != nil {
		return nil, err
	}
	output := &keptImageOutput{}
	output.Body.ImageURL, output.Body.Width, output.Body.Height = made.URL, made.Width, made.Height
	return output, nil
}

// pictureOf reads the file of a form as a picture. The context it returns
// knows the file, so that a key stands for it too.
func (a *API) pictureOf(ctx context.Context, input *FileInput) (context.Context, catalogue.Image, error) {
	uploader, end, err := a.pictures.begin(actorOf(ctx).ID)
	if err != nil {
		return ctx, catalogue.Image{}, err
	}
	defer end()
	file, err := input.file()
	if err != nil {
		return ctx, catalogue.Image{}, err
	}
	content, err := io.ReadAll(io.LimitReader(file, picture.BytesMax+1))
	if err != nil {
		return ctx, catalogue.Image{}, unreadFile(err)
	}
	input.readOut()
	made, err := a.picture(ctx, uploader, content)
	if err != nil {
		return ctx, catalogue.Image{}, err
	}
	sum := sha256.Sum256(content)
	return core.WithContent(ctx, hex.EncodeToString(sum[:])), catalogue.Image{
		URL: catalogue.ImageURL(made.Hash, made.ContentType), ContentType: made.ContentType,
		Width: made.Width, Height: made.Height, Bytes: made.Bytes, Thumbnail: made.Thumbnail,
	}, nil
}

// picture decodes a file when it is its turn.
func (a *API) picture(ctx context.Context, from *uploader, content []byte) (picture.Picture, error) {
	done, err := a.pictures.take(ctx, from)
	if err != nil {
		return picture.Picture{}, err
	}
	defer done()
	made, err := picture.Read(ctx, content)
	if sentence := picture.Explain(err); sentence != "" {
		return made, core.FieldError("file", sentence)
	}
	return made, err
}

type imageFileInput struct {
	Name string `path:"name" maxLength:"100"`
	Size string `query:"size" enum:"thumb" doc:"La miniatura, de 96 píxeles como mucho"`
}

// imageFile documents that the operation answers with a picture.
func imageFile(op *huma.Operation) { answersFile(op, "La imagen", "image/jpeg", "image/png") }

// getImage shows a picture to every caller that has its address: the page's images
// cannot send a session. An address shows the same picture for ever.
func (a *API) getImage(ctx context.Context, input *imageFileInput) (*huma.StreamResponse, error) {
	contentType, content, err := a.inv.Catalogue.ImageFile(ctx, catalogue.ImagePath+input.Name, input.Size == "thumb")
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		_, w := humachi.Unwrap(hctx)
		header := w.Header()
		header.Set("Content-Type", contentType)
		header.Set("Content-Length", strconv.Itoa(len(content)))
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
		w.WriteHeader(http.StatusOK)
		_, _ = w.Write(content) // The client may have left.
	}}, nil
}
