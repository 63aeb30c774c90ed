package alert

import (
	"context"

	"estante/internal/core"
)

// SayChannelSilent says that a channel is silent, or no longer so.
func (s *Service) SayChannelSilent(ctx context.Context, channelID int64, name string, silent bool) error {
	return core.Write(ctx, s.store, func(tx Tx) error {
		if silent {
			return OpenChannelTrouble(tx, channelID, name, Silent)
		}
		return CloseChannelTrouble(tx, channelID, Silent)
	})
}
