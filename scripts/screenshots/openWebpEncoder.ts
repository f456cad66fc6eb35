import type { Browser } from '@playwright/test';

/** `quality` goes from 0 to 1; `shrink` divides width and height. */
type Encode = (png: Buffer, as: { quality: number; shrink: number }) => Promise<Buffer>;

const prefix = 'data:image/webp;base64,';

/** Converts PNG to WebP in a blank page, because Node has no encoder. */
export const openWebpEncoder = async (browser: Browser): Promise<Encode> => {
  const page = await browser.newPage();
  return async (png, as) => {
    const address = await page.evaluate(
      async (picture) => {
        const image = new Image();
        image.src = `data:image/png;base64,${picture.png}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.naturalWidth / picture.shrink;
        canvas.height = image.naturalHeight / picture.shrink;
        const context = canvas.getContext('2d');
        if (!context) throw new Error('This browser cannot draw');
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        return canvas.toDataURL('image/webp', picture.quality);
      },
      { png: png.toString('base64'), ...as },
    );
    if (!address.startsWith(prefix)) throw new Error('This browser cannot write WebP');
    return Buffer.from(address.slice(prefix.length), 'base64');
  };
};
