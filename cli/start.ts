#!/usr/bin/env node
import * as nodeModule from 'node:module';
import { userFolder } from '../pipeline/disk/kept-files.ts';
import { mayLoadModules } from './long-commands.ts';

/**
 * What `wokflow` starts with. A command reads and compiles only those of its files that it needs, and Node keeps the compiled code where it
 * can (22 and later). Modules of the user's import wokflow's own, which then must be those that the command runs from, or all state would exist twice.
 */

const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => void };
// Not in the folder of temporary files, as Node would: others may write there, and what is kept is run.
const folder = userFolder('cache');
if (folder !== undefined) enableCompileCache?.(folder);
const argv = process.argv.slice(2);
// With WOKFLOW_DEBUG a stack should name the sources.
if (mayLoadModules(argv) || process.env['WOKFLOW_DEBUG']) void import('./main.ts');
else nodeModule.createRequire(import.meta.url)('./command/main.cjs');
