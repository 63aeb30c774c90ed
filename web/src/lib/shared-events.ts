import { type Listener, listenToEvents } from './events';
import { reportReachable } from './online';
import { sessionToken } from './session-store';

/** What the tab that listens tells the others, and what a new one asks. */
type News = { topics: string[] } | 'resync' | 'alive' | 'here' | 'who';

/** The server breaks its silence well within this; then the tab that listens for all of them sleeps. */
const silenceMs = 75_000;
const watchMs = 15_000;
/** How long a hidden tab keeps a stream of its own where tabs cannot share one. */
const hiddenMs = 30_000;

/**
 * Listens to the server's live events, all tabs of this browser with one stream: over HTTP/1.1 six of them would be all
 * the connections that a browser opens. A lock of the browser says which tab listens; it tells the others. Where there
 * are no locks, as on pages without HTTPS, each tab listens for itself as long as it is seen.
 */
export function listenTogether(listener: Listener): () => void {
  const token = sessionToken();
  if (token === null || !('locks' in navigator) || typeof BroadcastChannel === 'undefined') {
    return listenWhileSeen(listener);
  }
  return shareStream(`estante-live-${token.slice(-12)}`, listener);
}

function listenWhileSeen(listener: Listener): () => void {
  let stop: (() => void) | undefined = listenToEvents(listener);
  let timer: ReturnType<typeof setTimeout> | undefined;
  function rest() {
    stop?.();
    stop = undefined;
  }
  function onVisibility() {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(rest, hiddenMs);
    else stop ??= listenToEvents(listener);
  }
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibility);
    rest();
  };
}

function shareStream(name: string, listener: Listener): () => void {
  const channel = new BroadcastChannel(name);
  const tell = (news: News) => channel.postMessage(news);
  let heardAt = Date.now();
  let isGreeted = false;

  function greet() {
    isGreeted = true;
    reportReachable(true);
    listener.onResync();
  }

  const turn = takeTurns(name, () => {
    let isOpen = false;
    const stop = listenToEvents({
      onChanges: (topics) => {
        listener.onChanges(topics);
        tell({ topics });
      },
      onResync: () => {
        isOpen = true;
        isGreeted = true;
        listener.onResync();
        tell('resync');
      },
      onHeard: () => tell('alive'),
    });
    return { stop, isOpen: () => isOpen };
  });

  channel.onmessage = ({ data }: MessageEvent<News>) => {
    heardAt = Date.now();
    const leading = turn.leading();
    if (data === 'who') {
      if (leading?.isOpen()) tell('here');
    } else if (leading) {
      // Only the tab that slept while another took its turn can still speak: what it says is old.
    } else if (data === 'resync' || (data === 'here' && !isGreeted)) greet();
    else if (typeof data === 'object') listener.onChanges(data.topics);
  };
  tell('who');

  const watch = setInterval(() => {
    const isSilent = Date.now() - heardAt > silenceMs;
    if (isSilent && !turn.leading() && document.visibilityState === 'visible') turn.steal();
  }, watchMs);

  return () => {
    clearInterval(watch);
    turn.end();
    channel.close();
  };
}

type Lead = { stop: () => void; isOpen: () => boolean };

/** One tab leads at a time: the one that has waited longest when the last one goes, or one that takes the turn. */
function takeTurns(name: string, lead: () => Lead) {
  let current: Lead | undefined;
  let release = () => {};
  let waiting = new AbortController();
  let isOver = false;

  function step() {
    if (isOver) return undefined;
    current = lead();
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  }

  function stepDown() {
    current?.stop();
    current = undefined;
    release();
  }

  function wait() {
    waiting = new AbortController();
    ask({ signal: waiting.signal });
  }

  function ask(options: LockOptions) {
    navigator.locks.request(name, options, step).catch((error: unknown) => {
      // Given up by this tab itself, for good or to take the turn; or taken by another one.
      if (isOver || (options.signal?.aborted && error instanceof DOMException)) return;
      stepDown();
      wait();
    });
  }

  wait();
  return {
    leading: () => current,
    steal: () => {
      waiting.abort();
      ask({ steal: true });
    },
    end: () => {
      isOver = true;
      waiting.abort();
      stepDown();
    },
  };
}
