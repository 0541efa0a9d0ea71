/**
 * One spoke, pointing down from the hub of a rim with a radius of 100, and the number of spokes.
 */
interface WheelDesign {
  count: number;
  spoke: string;
}

export const WHEEL_DESIGNS = [
  // Five pairs of spokes.
  {
    count: 5,
    spoke: "M-9 8L-25 97L-13 99L-3 40L3 40L13 99L25 97L9 8Z",
  },
  // Ten thin spokes.
  { count: 10, spoke: "M-6 10L-4.6 60L-7.5 98L7.5 98L4.6 60L6 10Z" },
  // Five spokes that widen towards the rim.
  {
    count: 5,
    spoke:
      "M-13 8C-12 40 -16 70 -27 95L-12 99C-8 78 -6 72 0 70C6 72 8 78 12 99L27 95C16 70 12 40 13 8Z",
  },
  // Seven slanted spokes, like a turbine.
  { count: 7, spoke: "M-9 8C-10 40 -4 70 10 99L27 94C14 72 8 44 9 8Z" },
  // Six forked spokes.
  { count: 6, spoke: "M-7 8L-6 52L-24 96L-14 99L0 66L14 99L24 96L6 52L7 8Z" },
] as const satisfies readonly WheelDesign[];
