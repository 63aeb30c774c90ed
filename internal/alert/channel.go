package alert

import (
	"estante/internal/core"
)

// lockSilences makes the writers that note what is wrong with a channel, or no longer so, wait
// for one another.
const lockSilences = "channel silences"

// Trouble is what is wrong with a channel. Its texts are stored.
type Trouble string

// The troubles of channels.
const (
	// Silent is a channel from which nothing comes any more.
	Silent Trouble = ""
	// Faulty is one whose shop sends errors in the place of orders.
	Faulty Trouble = "fault"
	// Half is one that tells of new orders and of no changes of them.
	Half Trouble = "updates"
)

// OpenChannelTrouble says what is wrong with a channel, once for as long as it is.
func OpenChannelTrouble(tx Tx, channelID int64, name string, trouble Trouble) error {
	if err := tx.Lock(lockSilences); err != nil {
		return err
	}
	if _, err := tx.ChannelAlert(channelID, trouble); err == nil || !core.IsNotFound(err) {
		return err
	}
	review := alertReview{now: tx.Now()}
	review.open(Alert{Kind: Channel, ChannelID: channelID, Subject: name, Trouble: trouble}, Critical, News{})
	return review.write(tx)
}

// CloseChannelTrouble ends what was wrong with a channel, if it was.
func CloseChannelTrouble(tx Tx, channelID int64, trouble Trouble) error {
	if err := tx.Lock(lockSilences); err != nil {
		return err
	}
	current, err := tx.ChannelAlert(channelID, trouble)
	if core.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	review := alertReview{now: tx.Now()}
	if current.State == Resolved {
		review.change(current, current.over())
	} else {
		review.change(current, current.resolved(core.System.ID, ResolvedRecovered, review.now))
	}
	return review.write(tx)
}

// channelTitles and channelMessages are the troubles as people read them.
var (
	channelTitles = map[Trouble]string{
		Silent: "Canal en silencio: ", Faulty: "Canal con errores: ", Half: "Canal sin cambios de pedidos: ",
	}
	channelMessages = map[Trouble]string{
		Silent: "Hace más de lo normal que no llega ningún pedido de este canal.",
		Faulty: "La tienda envía errores en lugar de pedidos. Mira en Configuración → Integraciones qué dice y cómo " +
			"arreglarlo.",
		Half: "Llegan sus pedidos nuevos, pero ningún cambio: lo que se pague, envíe o cancele en la tienda no se sabe " +
			"aquí. Vuelve a activar allí el aviso de pedidos actualizados; Configuración → Integraciones dice cómo.",
	}
)
