/** The largest table of the game has 40,720 cells. The bound keeps a few bytes from asking for all memory. */
export const LARGEST_TABLE: number = 1 << 22;

/** The largest table of the game would have 300 KB as text. */
export const LARGEST_TEXT_TABLE: number = 1 << 22;
