import { Link } from '@tanstack/react-router';
import { formatDateTime, formatSigned } from '@/lib/format';
import { toneText } from '@/ui/feedback/tone';
import { Card, CardHeader } from '@/ui/layout/card';
import type { OrderDetail, StockEffect } from './api';
import { detailStrings as s } from './detail-strings';

/** What the order has taken from the stock and given back. */
export function EffectsCard({ order: { stockEffects, items } }: { order: OrderDetail }) {
  const names = new Map(items.map((item) => [item.id, item.productName]));
  return (
    <Card aria-labelledby="order-effects">
      <CardHeader id="order-effects" title={s.effects} />
      {stockEffects.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2">{s.effectsEmpty}</p>
      ) : (
        <ol className="ruled border-t border-line">
          {stockEffects.map((effect) => (
            <li
              key={`${effect.itemId} ${effect.movementId} ${effect.transition}`}
              className="flex items-baseline justify-between gap-4 px-4 py-2.5"
            >
              <EffectText effect={effect} name={names.get(effect.itemId) ?? ''} />
              <span className={`num font-semibold ${toneText[effect.quantity < 0 ? 'out' : 'ok']}`}>
                {formatSigned(effect.quantity)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function EffectText({ effect, name }: { effect: StockEffect; name: string }) {
  return (
    <div className="min-w-0">
      <Link
        to="/productos/$id"
        params={{ id: String(effect.productId) }}
        className="rounded-sm font-medium wrap-anywhere hover:text-accent hover:underline"
      >
        {name}
      </Link>
      <p className="num text-xs text-ink-3">
        {transitionName(effect.transition)} · {formatDateTime(effect.createdAt)}
      </p>
    </div>
  );
}

/** A refund carries its own name after its kind. */
function transitionName(transition: string): string {
  if (transition === 'ship') return s.transitions.ship;
  if (transition === 'unship') return s.transitions.unship;
  return transition === 'return' ? s.transitions.return : s.transitions.refund;
}
