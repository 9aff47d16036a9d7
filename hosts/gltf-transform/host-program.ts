import type { ILogger, PlatformIO, Transform } from '@gltf-transform/core';

/** A command of glTF-Transform's CLI, as far as it is used here. */
export interface HostCommand {
	help(text: string): this;
	argument(name: string, description: string): this;
	option(name: string, description: string, options?: { validator?: unknown }): this;
	action(
		run: (given: { args: Record<string, unknown>; options: Record<string, unknown>; logger: ILogger }) => unknown,
	): this;
}

/** What glTF-Transform's CLI gives to `onProgramReady` of a config, as far as it is used here. */
export interface HostProgram {
	readonly program: { command(name: string, description: string): HostCommand };
	readonly io: PlatformIO;
	readonly Session: {
		create(
			io: never,
			logger: never,
			input: unknown,
			output: unknown,
		): { transform(...transforms: Transform[]): Promise<void> };
	};
}
