import { cachedDataVersionTag, setFlagsFromString } from 'node:v8';

/**
 * How much bytecode V8 puts into one function from those that it calls, where it compiles for speed: 460 and 920 by default.
 *
 * Over many rooms or files a thousand functions are called often enough to be compiled, none of them for long, and most of what is compiled is code of
 * called functions that has been compiled already. V8 does so beside the command, on a core that other threads could use: of 1,200 rooms, it compiles for
 * 3.2 s of processor time instead of 4.9 s, and the code is as fast. One large file is another matter: there, a few loops run long.
 */
const INLINED = ['--max-inlined-bytecode-size=150', '--max-inlined-bytecode-size-cumulative=150'];

/** Makes V8 inline less in this process and all its threads. Kept code only fits the flags that it was made with, so this comes before any is loaded. */
export function inlineLess(): void {
	for (const flag of INLINED) setFlagsFromString(flag);
}

/** A number for all flags that kept code has to fit. */
export function flagsTag(): string {
	return cachedDataVersionTag().toString(16);
}
