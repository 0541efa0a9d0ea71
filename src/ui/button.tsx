import type { ComponentProps, MouseEvent } from "react";

type ButtonProps = ComponentProps<"button"> & {
  variant?: "primary" | "ghost" | "soft" | "white" | "line" | "dark";
  size?: "sm" | "lg";
  block?: boolean;
  /** While true, the button shows a spinner, keeps its focus and ignores presses. */
  busy?: boolean;
};

const SIZE_CLASS = { sm: "button--small", lg: "button--large" };

/** The same style for a button and, through `className`, for a link that acts as the next step. */
export function buttonClass({
  variant = "primary",
  size,
  block,
}: Pick<ButtonProps, "variant" | "size" | "block"> = {}): string {
  return [
    "button",
    variant === "primary" ? "" : `button--${variant}`,
    size ? SIZE_CLASS[size] : "",
    block ? "button--block w-full" : "",
  ]
    .filter(Boolean)
    .join(" ");
}

export function Button({
  variant,
  size,
  block,
  busy = false,
  className = "",
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  // `disabled` would move the focus to the top of the page during the post.
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
      className={`${buttonClass({ variant, size, block })} ${busy ? "button--loading" : ""} ${className}`.trim()}
    />
  );
}
