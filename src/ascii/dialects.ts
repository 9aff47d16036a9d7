/** The dialects of ASCII walkmeshes that are written, by who reads them. */
export const ASCII_DIALECTS = ['engine', 'nwmax', 'mdlops'] as const;

export type AsciiDialect = (typeof ASCII_DIALECTS)[number];

/** Whose hand a text shows; `engine` stands for the plain form without a tool's marks. */
export type AsciiOrigin = AsciiDialect | 'mdledit' | 'kotormax' | 'kotorjs' | 'pykotor';
