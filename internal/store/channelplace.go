package store

import (
	"fmt"

	"estante/internal/inbox"
)

// NotePlaces implements inbox.Tx.
func (t *tx) NotePlaces(channelID int64, places []string) (map[string]int64, error) {
	linked := map[string]int64{}
	for _, place := range places {
		id, err := one(t, scanID, `INSERT INTO channel_places (channel_id, place, seen_at) VALUES ($1, $2, $3)
			ON CONFLICT (channel_id, place) DO UPDATE SET seen_at = excluded.seen_at
			RETURNING coalesce((SELECT id FROM locations WHERE locations.id = channel_places.location_id AND locations.active), 0)`,
			channelID, place, t.now)
		if err != nil {
			return nil, fmt.Errorf("note place: %w", err)
		}
		if id != 0 {
			linked[place] = id
		}
	}
	return linked, nil
}

// SetChannelPlace implements inbox.Tx.
func (t *tx) SetChannelPlace(channelID int64, place string, locationID int64) error {
	return t.change(`UPDATE channel_places SET location_id = $1 WHERE channel_id = $2 AND place = $3`,
		optionalID(locationID), channelID, place)
}

// ChannelPlaces implements inbox.Tx. Those that nobody linked come first.
func (t *tx) ChannelPlaces(channelID int64, limit int) ([]inbox.ChannelPlace, error) {
	return all(t, func(r row) (p inbox.ChannelPlace, err error) {
		err = r.Scan(&p.Place, &p.LocationID, &p.LocationName)
		return p, err
	}, `SELECT channel_places.place, coalesce(channel_places.location_id, 0), coalesce(locations.name, '')
		FROM channel_places LEFT JOIN locations ON locations.id = channel_places.location_id
		WHERE channel_places.channel_id = $1
		ORDER BY channel_places.location_id IS NOT NULL, channel_places.seen_at DESC, channel_places.place LIMIT $2`,
		channelID, limit)
}
