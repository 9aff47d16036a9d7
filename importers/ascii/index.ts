export { looksLikeAsciiWalkmesh } from './detect.ts';
export { ASCII_DEFAULTS, type AsciiOptions, type VertexSpace } from './options.ts';
export { type AsciiContext, type AsciiWalkmesh, readAscii } from './read.ts';
