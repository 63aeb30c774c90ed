import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { headers: IncomingHttpHeaders; body: string };

/** A subscriber: a real server on this machine that keeps what it is sent. */
export class Receiver {
  readonly address: string;
  /** What it answers from now on. */
  status = 200;
  readonly received: Received[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/avisos`;
  }

  static async open(): Promise<Receiver> {
    const opened = { current: null as Receiver | null };
    const server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (part: string) => {
        body += part;
      });
      request.on('end', () => {
        opened.current?.received.push({ headers: request.headers, body });
        response.writeHead(opened.current?.status ?? 500, { 'Content-Type': 'text/plain' });
        response.end('recibido');
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    opened.current = new Receiver(server);
    return opened.current;
  }

  async close() {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }
}

/** Whether a message was signed with a secret, as Standard Webhooks says. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(signature);
}
