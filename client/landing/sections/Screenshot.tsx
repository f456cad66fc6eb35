/** URLs of a picture of 2400 by 1500 pixels, and of a copy at half the size. */
type Picture = { large: string; small: string };

/** Visible part of the picture. Phones show the middle, large enough to read. */
const cuts = {
  whole: 'sm:ml-0 sm:w-full',
  // Without the sidebar.
  content: 'sm:-ml-[27.7%] sm:w-[127.7%]',
} as const;

const filesOf = ({ large, small }: Picture) => ({ src: large, srcSet: `${small} 1200w, ${large} 2400w` });

/**
 * A screenshot in the theme of the page. The one for the other theme is not displayed, so with `loading="lazy"`
 * browsers do not load it until the theme changes.
 */
export const Screenshot = ({
  light,
  dark,
  alt,
  cut,
  className,
}: {
  light: Picture;
  dark: Picture;
  alt: string;
  cut: keyof typeof cuts;
  className: string;
}) => {
  const image = {
    width: 1200,
    height: 750,
    loading: 'lazy',
    decoding: 'async',
    // Smaller than shown on phones, where the small copy is sharp enough even at three device pixels.
    sizes: '(width < 40rem) 100vw, 69rem',
  } as const;
  const shape = `-ml-[41%] h-auto w-[190%] max-w-none ${cuts[cut]}`;
  return (
    <div className={`overflow-hidden ${className}`}>
      <img {...image} {...filesOf(light)} alt={alt} className={`${shape} dark:hidden`} />
      <img {...image} {...filesOf(dark)} alt={alt} className={`${shape} hidden dark:block`} />
    </div>
  );
};
