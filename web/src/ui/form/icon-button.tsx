import type { LucideIcon } from 'lucide-react';
import { Tooltip, type TooltipSide } from '@/ui/overlay/tooltip';
import { Button, type ButtonProps } from './button';

type IconButtonProps = Omit<ButtonProps, 'children' | 'aria-label' | 'size'> & {
  /** Read aloud, and shown on hover and focus. */
  label: string;
  icon: LucideIcon;
  size?: 'icon' | 'iconSm';
  tooltipSide?: TooltipSide;
};

export function IconButton(props: IconButtonProps) {
  const { label, icon: Icon, size = 'icon', variant = 'ghost', tooltipSide = 'top', ...rest } = props;
  return (
    <Tooltip label={label} side={tooltipSide}>
      <Button variant={variant} size={size} aria-label={label} {...rest}>
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}
