import type { ReactNode } from "react";
import { CommandForm, useIsPressed } from "#pages/command/command-form.tsx";
import { Button } from "#ui/button.tsx";
import type { OwnBidPress, ReceivedBidPress } from "./bid-commands.server.ts";

type BidCommandButtonProps = {
  press: OwnBidPress | ReceivedBidPress;
  /** Absent if the command is about the car. */
  bidId?: string;
  variant: "primary" | "ghost" | "link";
  size?: "sm";
  children: ReactNode;
};

/** A button with one command about a bid, handled by the same page. */
export function BidCommandButton({ press, bidId, variant, size, children }: BidCommandButtonProps) {
  const about: Record<string, string> = bidId ? { bidId } : {};
  const isBusy = useIsPressed(press, about);
  const isLink = variant === "link";
  return (
    <CommandForm
      press={press}
      fields={about}
      preventScrollReset
      className={isLink ? "inline" : undefined}
    >
      {isLink ? (
        <button type="submit" className="link" disabled={isBusy}>
          {children}
        </button>
      ) : (
        <Button type="submit" variant={variant} size={size} busy={isBusy}>
          {children}
        </Button>
      )}
    </CommandForm>
  );
}
