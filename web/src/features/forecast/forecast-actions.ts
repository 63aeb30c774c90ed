import { createContext, use } from 'react';
import type { Forecast } from './api';

/** The dialogs that a row can open. */
export type ForecastDialog = { kind: 'adjust' | 'configure'; row: Forecast };

/** Rows and cards say what is wanted; the screen around them owns the dialog. */
export const OpenDialogContext = createContext<(dialog: ForecastDialog) => void>(() => undefined);

export function useOpenDialog() {
  return use(OpenDialogContext);
}
