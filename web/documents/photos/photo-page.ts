/** A part of a picture. All four are fractions of the picture's width or height, from 0 to 1. */
export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const wholePicture: Crop = { left: 0, top: 0, width: 1, height: 1 };

/** A photo as the worker returns it. The pictures are JPEGs, upright and without EXIF data. */
export interface PreparedPhoto {
  /** At most 2,400 pixels on the long side. */
  readonly picture: Blob;
  readonly thumbnail: Blob;
  /** The edges of the paper, if they could be found. */
  readonly edges?: { readonly crop: Crop; readonly thumbnail: Blob } | undefined;
  readonly isDark: boolean;
}

/** The applicant's choices for a page. */
export interface PageSettings {
  readonly id: string;
  /** Quarter turns to the right, from 0 to 3. */
  readonly turns: number;
  readonly isCropped: boolean;
}

export type PhotoPage = PageSettings & PreparedPhoto;

export const thumbnailOf = ({ isCropped, edges, thumbnail }: PhotoPage): Blob =>
  isCropped && edges !== undefined ? edges.thumbnail : thumbnail;

export const cropOf = ({ isCropped, edges }: PhotoPage): Crop =>
  isCropped && edges !== undefined ? edges.crop : wholePicture;

type Pages = readonly PhotoPage[];

export const turned = (pages: Pages, index: number): Pages =>
  pages.map((page, at) => (at === index ? { ...page, turns: (page.turns + 1) % 4 } : page));

export const withCrop = (pages: Pages, index: number, isCropped: boolean): Pages =>
  pages.map((page, at) => (at === index ? { ...page, isCropped } : page));

/** Moves a page by one place; `by` is -1 or 1. The first page cannot move up, nor the last one down. */
export function moved(pages: Pages, index: number, by: number): Pages {
  const [page, other] = [pages[index], pages[index + by]];
  return page && other ? pages.with(index, other).with(index + by, page) : pages;
}

export const without = (pages: Pages, index: number): Pages => pages.filter((_, at) => at !== index);

export const inserted = (pages: Pages, index: number, page: PhotoPage): Pages =>
  pages.toSpliced(index, 0, page);
