export { ASCII_WRITE_DEFAULTS, type AsciiWriteOptions } from './options.ts';
export { type AsciiWriteContext, type WritableWalkmesh, writeAscii } from './write.ts';
