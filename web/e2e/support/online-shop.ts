import { createHmac } from 'node:crypto';
import type { Answer } from '@/lib/api-types';
import type { Shop } from './shop';

type Channel = Answer<'/api/channels/{id}/rotate/', 'post'>;
type Line = { sku: string; name?: string; quantity: number; price?: string };
type SentOrder = { number: number; lines: Line[]; secret?: string; event?: string };

/** A Shopify shop as the server knows it: its address and the secret it signs with. */
export class OnlineShop {
  readonly #shop: Shop;
  readonly channel: Channel;

  private constructor(shop: Shop, channel: Channel) {
    this.#shop = shop;
    this.channel = channel;
  }

  static async connect(shop: Shop, name = 'Tienda online'): Promise<OnlineShop> {
    const body = { name, source: 'shopify' };
    return new OnlineShop(shop, await shop.as(shop.admin, { method: 'POST', path: '/api/channels/', body }));
  }

  /** One that was connected on the screen. */
  static known(shop: Shop, address: string, secret: string): OnlineShop {
    return new OnlineShop(shop, { address, secret } as Channel);
  }

  /** Sends an order as Shopify does and returns the status of the answer. */
  async send({ number, lines, secret = this.channel.secret, event = `evento-${number}` }: SentOrder) {
    const at = '2026-11-15T09:00:00Z';
    const body = JSON.stringify({
      id: 5000 + number,
      name: `#${number}`,
      order_number: number,
      email: 'nuria@ejemplo.es',
      created_at: at,
      updated_at: at,
      currency: 'EUR',
      total_price: '20.00',
      financial_status: 'paid',
      customer: { first_name: 'Nuria', last_name: 'Jiménez' },
      line_items: lines.map((line, index) => ({
        id: number * 100 + index,
        name: line.sku,
        price: '10.00',
        ...line,
      })),
    });
    const { pathname } = new URL(this.channel.address, this.#shop.address);
    const answer = await fetch(new URL(pathname, this.#shop.address), {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        'X-Shopify-Topic': 'orders/create',
        'X-Shopify-Shop-Domain': 'tienda.example.com',
        'X-Shopify-Event-Id': event,
        'X-Shopify-Hmac-Sha256': createHmac('sha256', secret).update(body).digest('base64'),
      },
    });
    return answer.status;
  }
}
