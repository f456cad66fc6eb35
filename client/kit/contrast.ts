type Rgb = readonly [number, number, number];

/** The RGB values (0 to 255) of a CSS color on this screen. Null in a browser that cannot draw. */
export const readColor = (color: string): Rgb | null => {
  const probe = document.createElement('span');
  probe.style.color = color;
  document.body.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return null;
  context.fillStyle = resolved;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
};

const linear = (channel: number): number => {
  const part = channel / 255;
  return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};
const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** WCAG contrast of two colors, 1 to 21. */
export const contrastOf = (a: Rgb | null, b: Rgb | null): number | null => {
  if (a === null || b === null) return null;
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
};
