import type { QueryKey } from '@tanstack/react-query';

/** An answer of the server as it was last seen, whose it was, and which build of the page understood it. */
export type KeptAnswer = { hash: string; key: QueryKey; owner: string; build: string; data: unknown; at: number };

export type OfflineStore = {
  read: (hash: string) => Promise<KeptAnswer | undefined>;
  write: (answers: KeptAnswer[]) => Promise<void>;
  clear: () => Promise<void>;
};

const name = 'estante';
const table = 'answers';
/** How many answers are kept; the oldest make room for new ones. */
const most = 200;

/** The browser's own database. Where it is blocked nothing is kept, and nothing else changes. */
export function browserStore(): OfflineStore {
  let opened: Promise<IDBDatabase> | undefined;

  function open(): Promise<IDBDatabase> {
    opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(table, { keyPath: 'hash' }).createIndex('at', 'at');
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('the store could not be opened'));
    });
    return opened;
  }

  async function withTable<Result>(
    mode: IDBTransactionMode,
    ask: (answers: IDBObjectStore) => IDBRequest<Result> | undefined,
  ): Promise<Result | undefined> {
    const transaction = (await open()).transaction(table, mode);
    const request = ask(transaction.objectStore(table));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('the store refused'));
    });
  }

  return {
    read: (hash) => withTable<KeptAnswer>('readonly', (answers) => answers.get(hash)),
    write: async (kept) => {
      await withTable('readwrite', (answers) => {
        for (const answer of kept) answers.put(answer);
        dropOldest(answers);
        return undefined;
      });
    },
    clear: async () => {
      await withTable('readwrite', (answers) => answers.clear());
    },
  };
}

function dropOldest(answers: IDBObjectStore) {
  const counted = answers.count();
  counted.onsuccess = () => {
    let surplus = counted.result - most;
    if (surplus <= 0) return;
    const oldest = answers.index('at').openCursor();
    oldest.onsuccess = () => {
      if (surplus-- <= 0) return;
      oldest.result?.delete();
      oldest.result?.continue();
    };
  };
}
