/** The dimmed page behind a dialog. */
export const backdropClass =
  'fixed inset-0 z-40 bg-backdrop/50 transition-opacity duration-150 ' +
  'data-ending-style:opacity-0 data-starting-style:opacity-0';

/** A window in the middle of the screen, or a sheet that rises from the bottom edge of a phone. */
export const sheetClass = [
  'fixed z-50 flex max-h-[calc(100dvh-2rem)] flex-col bg-surface shadow-e3 outline-none transition ease-out',
  'data-ending-style:opacity-0 data-starting-style:opacity-0',
  'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-xl max-sm:duration-200 max-sm:data-starting-style:translate-y-6',
  'sm:top-1/2 sm:left-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl sm:border sm:duration-150',
  'sm:data-starting-style:scale-98 sm:data-ending-style:scale-98',
].join(' ');
