package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"estante/internal/core"
)

// secretKeyFile is where the key of the secrets lies, within the data folder.
const secretKeyFile = "secret.key"

// secretKey reads the key that seals secrets. The one in the data folder is
// made at the first start; one that was named must be there, because a new key
// in the place of a mistyped one would open nothing.
func (p *place) secretKey(log *slog.Logger) (core.SecretKey, error) {
	path := p.SecretKeyFile
	if path == "" {
		path = filepath.Join(p.Data, secretKeyFile)
		if err := makeSecretKey(path); err != nil {
			return core.SecretKey{}, fmt.Errorf("clave de los secretos: %w", err)
		}
	}
	text, err := os.ReadFile(path) //nolint:gosec // G304: the operator chose the file.
	if err != nil {
		return core.SecretKey{}, fmt.Errorf("clave de los secretos: %w", err)
	}
	if about, err := os.Stat(path); err == nil && about.Mode().Perm()&0o077 != 0 {
		log.Warn("others can read the key of the secrets", "file", path, "mode", about.Mode().Perm().String())
	}
	key, err := core.ParseSecretKey(string(text))
	if err != nil {
		return core.SecretKey{}, fmt.Errorf("clave de los secretos %s: %w", path, err)
	}
	return key, nil
}

// makeSecretKey writes a key where there is none. It appears whole or not at
// all, and of several processes that start at once one makes it.
func makeSecretKey(path string) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), secretKeyFile+".*") // For its owner alone.
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = fmt.Fprintln(file, core.NewSecretKey())
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Link(file.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
