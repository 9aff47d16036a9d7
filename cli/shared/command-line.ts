import type { Registry } from '../../pipeline/registry.ts';
import type { FlagOwner } from '../../src/model/advice.ts';
import type { CompletableCommand } from './completion.ts';
import type { CommandIo } from './terminal.ts';

/** Which arguments of a command are inputs. */
export type InputWords = (index: number, words: readonly string[], options: object) => boolean;

/** A parsed command line. */
export interface CommandLine {
	/** The name of the command. */
	readonly command: string;
	/** The arguments, in order. */
	readonly words: readonly string[];
	/** The options that were given. */
	readonly options: object;
	/** See the declaration of the command. */
	readonly isInputWord?: InputWords;
	readonly registry: Registry;
	readonly io: CommandIo;
	/** Which command takes a flag, such as `--up`. */
	readonly flagOwner: FlagOwner;
	/** All commands, for completion. */
	readonly commands?: () => readonly CompletableCommand[];
}
