import { useMutation } from '@tanstack/react-query';
import { ChevronDown, Download } from 'lucide-react';
import { ApiError, errorText } from '@/lib/api-error';
import { cn } from '@/lib/cn';
import type { SheetFormat } from '@/lib/download';
import { showToast } from '@/ui/feedback/toast';
import { Button, type ButtonProps, type ButtonVariants } from '@/ui/form/button';
import { onDemand, type StandInProps } from '@/ui/overlay/on-demand';
import { listStrings } from './list-strings';

type ExportButtonProps = {
  /** Fetches the file and hands it to the browser. */
  onExport: (format: SheetFormat) => Promise<void>;
  /** «No se pudieron exportar los movimientos» */
  failed: string;
  size?: ButtonVariants['size'];
  /** Beside a search box a phone has room for the icon only. */
  compact?: boolean;
  className?: string;
};

/** A list as a file: the usual kind at once, the others one step further. */
export function ExportButton(props: ExportButtonProps) {
  const { onExport, failed, size = 'md', compact = false, className } = props;
  const { mutate, isPending } = useMutation({
    mutationFn: onExport,
    onError: (error) => explain(error, failed),
  });
  return (
    <span className={cn('inline-flex', className)}>
      <Button
        size={size}
        busy={isPending}
        aria-label={isPending ? listStrings.exporting : listStrings.exportAs.csv}
        className="flex-1 rounded-r-none max-sm:px-2.5"
        onClick={() => mutate('csv')}
      >
        {isPending ? null : <Download aria-hidden />}
        <span className={cn(compact && 'max-sm:hidden')}>{listStrings.export}</span>
        <span className="-ml-0.5 max-sm:hidden">{listStrings.csv}</span>
      </Button>
      <FormatMenu size={size} busy={isPending} onChoose={mutate} />
    </span>
  );
}

/** That there is nothing to export is an answer, not a failure; the server says it in its own words. */
function explain(error: unknown, failed: string) {
  if (error instanceof ApiError && error.status === 409) showToast({ type: 'info', title: errorText(error) });
  else if (error instanceof ApiError && error.kind !== 'http')
    showToast({ type: 'error', title: failed, description: errorText(error) });
  else showToast({ type: 'error', title: failed });
}

export type FormatMenuProps = {
  size: ButtonVariants['size'];
  busy: boolean;
  onChoose: (format: SheetFormat) => void;
};

/** The arrow beside the button. */
export function FormatTrigger({ busy = false, ...rest }: ButtonProps) {
  return (
    <Button
      disabled={busy}
      aria-label={listStrings.otherFormats}
      className="-ml-px rounded-l-none px-1.5 pointer-coarse:px-2.5"
      {...rest}
    >
      <ChevronDown aria-hidden />
    </Button>
  );
}

function StandIn(props: FormatMenuProps & StandInProps) {
  const { onChoose: _, ...trigger } = props;
  return <FormatTrigger aria-haspopup="menu" {...trigger} />;
}

const FormatMenu = onDemand<FormatMenuProps>(() => import('./export-formats'), StandIn);
