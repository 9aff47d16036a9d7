import type { Client } from './client.ts';
import type { ProjectInit } from './core/project.ts';
import type { Answered, Asked, OpenedPicture, Questions } from './core/protocol.ts';
import type { Messages } from './messages.ts';
import type { Store } from './page/state.ts';
import type { Theme } from './scene/colours.ts';
import type { LevelView } from './scene/level-view.ts';
import type { View } from './scene/view.ts';

/** The level that is open, as those see it who work on it. */
export interface OpenLevel {
	readonly view: View;
	readonly store: Store;
	readonly client: Client;
	readonly messages: Messages;
	readonly opened: OpenedPicture | undefined;
	readonly level: LevelView | undefined;
	readonly theme: Theme;
	/** What it was opened with. */
	init: ProjectInit | undefined;
	open(init: ProjectInit, keepsView?: boolean): Promise<void>;
	reopen(changes: Partial<ProjectInit>): Promise<void>;
	/** Asks the worker. What fails is reported, and answered with nothing. */
	late<Q extends keyof Questions>(question: Q, value: Asked<Q>): Promise<Answered<Q> | undefined>;
	/** Draws everything as the state says. */
	paint(): void;
}
