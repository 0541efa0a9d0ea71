import type { ComponentProps, MouseEvent } from "react";

type ButtonProps = ComponentProps<"button"> & {
  look?: "primary" | "ghost" | "soft" | "white" | "line" | "dark";
  size?: "sm" | "lg";
  block?: boolean;
  /** While true the button shows a spinner, keeps its focus and ignores presses. */
  busy?: boolean;
};

const SIZE_CLASS = { sm: "button--small", lg: "button--large" };

/** The same look for a button and, through `className`, for a link that acts as the next step. */
export function buttonClass({
  look = "primary",
  size,
  block,
}: Pick<ButtonProps, "look" | "size" | "block"> = {}): string {
  return [
    "button",
    look === "primary" ? "" : `button--${look}`,
    size ? SIZE_CLASS[size] : "",
    block ? "button--block w-full" : "",
  ]
    .filter(Boolean)
    .join(" ");
}

export function Button({
  look,
  size,
  block,
  busy = false,
  className = "",
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  // `disabled` would drop the focus to the page's start in the middle of sending.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-busy={busy || undefined}
      className={`${buttonClass({ look, size, block })} ${busy ? "button--loading" : ""} ${className}`.trim()}
    />
  );
}
