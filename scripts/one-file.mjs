// The command as one file with everything inside, made so that a run loads and compiles no more than it uses.
import { chmodSync, writeFileSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { minifySync } from 'rolldown/utils';

/** Between two modules of the program, where nothing else in it looks so. */
const BETWEEN_MODULES = '\n//\n';

/**
 * Writes the command as one file, which can be sent to another machine as it is, a small one that starts it, and one that this asks whether a build is
 * up to date.
 * All their characters are ASCII, one byte each, which V8 reads without decoding.
 *
 * @param dir folder of both  @param root of the sources, with a slash at the end
 */
export async function bundleCommand(dir, root, version) {
	const program = await linesOf({ root, version, input: 'cli/main.ts', external: ['draco3dgltf'] });
	const modules = program.split(BETWEEN_MODULES).slice(1, -1);
	if (!modules.every((module) => /^function\(.*\},$/s.test(module)))
		throw new Error('The program cannot be taken apart.');
	writeProgram(`${dir}/wokflow.cjs`, programOf(program));
	const launcher = await linesOf({ root, version, input: 'cli/launcher.ts', external: ['./main.ts', './ready.ts'] });
	// Importing one that is no ES module would load what imports those.
	const starts = launcher
		.replace('./main.ts', './cli.js')
		.replace('import(`./ready.ts`)', 'Promise.resolve(require(`./ready.cjs`))');
	writeProgram(`${dir}/cli.cjs`, `#!/usr/bin/env node\n${starts}`);
	const ready = await linesOf({ root, version, input: 'cli/shared/ready.ts', isImported: true });
	writeFileSync(`${dir}/ready.cjs`, ready.replace('(function(', 'module.exports=(function('));
}

function writeProgram(path, code) {
	writeFileSync(path, code);
	chmodSync(path, 0o755);
}

/** An entry and all that it imports as one text. @param isImported true where others use what the entry exports */
async function linesOf({ root, version, input, external = [], isImported = false }) {
	const build = await rolldown({
		cwd: root,
		input,
		external,
		platform: 'node',
		tsconfig: 'tsconfig.build.json',
		preserveEntrySignatures: isImported && 'allow-extension',
		transform: {
			define: {
				WOKFLOW_VERSION: JSON.stringify(version),
				WOKFLOW_BETWEEN_MODULES: JSON.stringify(BETWEEN_MODULES),
			},
		},
		checks: { ineffectiveDynamicImport: false, pluginTimings: false },
		plugins: [withoutSubcommands],
	});
	const eachAlone = { debugName: 'module', name: (id) => nameOf(id.replace(root, '')) };
	const { output } = await build.generate({
		format: 'cjs',
		comments: false,
		minifyInternalExports: false,
		chunkFileNames: '[name].cjs',
		codeSplitting: { groups: [eachAlone], includeDependenciesRecursively: false },
	});
	await build.close();
	return inAscii(inOneFile(output));
}

function minified(name, code) {
	const result = minifySync(name, code);
	const [error] = result.errors;
	if (error !== undefined) throw new Error(`${name}: ${error.message}\n${error.codeframe}`);
	return result.code;
}

/**
 * What calls each other for every face or vertex: the trees, and the parts of meshes under them. They stay one module, so that such a call is one of a
 * function that V8 knows; from one module to another it is looked up each time, which took a tenth of the time of a tree.
 */
const AS_ONE = /^src\/(?:aabb\/|mesh\/(?:arrays|coincident|compact|half-edges|ordered|spatial|triangles|vec3|weld)\.)/;

function nameOf(path) {
	return AS_ONE.test(path) ? 'faces' : path.replace(/\W/g, '_');
}

/** Commander loads what it would start programs of other commands with, which there are not. */
const withoutSubcommands = {
	name: 'without-subcommands',
	transform: {
		filter: { id: /commander\/lib\/command\.js$/ },
		handler: (code) => ({ code: code.replace("require('node:child_process')", '{}'), map: null }),
	},
};

/**
 * Modules in one file, each a function that is called when something of the module is first used, not when it is first imported: a module that a command
 * line does not need is not compiled, none of its tables is made, and nothing of it lies in the code that V8 keeps of a run. That imports never go in a circle
 * (`npm run structure`) makes the order in which modules are run one that works.
 */
function inOneFile(chunks) {
	const places = new Map(chunks.map(({ fileName }, index) => [`./${fileName}`, index]));
	const modules = chunks.map(({ fileName, code }) => {
		const module = minified(fileName, `module=function(exports,module,require){${whenUsed(code, places)}\n};`);
		return `${module.slice('module='.length).trimEnd().slice(0, -1)},`;
	});
	return [LOADER, ...modules, '],typeof made=="object"?made:[],require);\n'].join(BETWEEN_MODULES);
}

/**
 * What runs the modules. One that is `0` in the list is asked of what the program runs in: of a program that is kept with the code of its last run, only the
 * modules that ran are kept (`cli/code-cache.ts`, which takes the program apart where this text is).
 */
const LOADER = `"use strict";(function(modules,made,outer){
function load(id){
if(typeof id=="string")return outer(id);
var module=made[id];
if(module===undefined){module=made[id]={exports:{}};(modules[id]||outer(id))(module.exports,module,load)}
return module.exports
}
return load(0)
})([`;

/** As the bundler writes imports; packages that are no ES modules have their own words for it. */
const IMPORT = /^(?:const|let) ((?:require|node)_[\w$]+) = require\("([^"]+)"\);$/gm;
const EXPORT =
	/^Object\.defineProperty\(exports, ("[^"]+"), \{\s*enumerable: true,\s*get: function ?\(\) \{\s*return ([\w$]+);\s*\}\s*\}\);$/gm;

/**
 * Makes a module import what it needs where it uses it: in place of `const other = require("./other.cjs")` each use of `other` is `(other ??= require(3))`.
 * What is exported becomes a plain property, which needs no function of its own.
 */
function whenUsed(module, places) {
	let code = module.replace(/^#!.*\n/, '').replace(/^Object\.defineProperty\(exports, Symbol\.toStringTag, .*\n/m, '');
	const imports = new Map();
	code = code.replace(IMPORT, (line, name, from) => {
		// What a package exports is put into another form first, which needs it at once.
		if (new RegExp(`^${escaped(name)} = `, 'm').test(module)) return line;
		imports.set(name, from);
		return '';
	});
	for (const [name, from] of imports) {
		// The name by itself: not a part of a longer one, and not a property of something else, but it may follow the three dots of a spread.
		const use = new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.)${escaped(name)}(?![\\w$])(.)`, 'g');
		code = code.replace(use, (whole, next) => {
			if (next !== '.') throw new Error(`An import is used in a way that was not expected: ${whole}`);
			return `(${name} ??= require("${from}"))${next}`;
		});
	}
	code = code.replace(EXPORT, (line, name, value) =>
		// A variable may change later.
		new RegExp(`^let ${escaped(value)}\\b`, 'm').test(code) ? line : `exports[${name}] = ${value};`,
	);
	code = code.replace(/\brequire\("(\.\/[^"]+)"\)/g, (call, from) => {
		const place = places.get(from);
		return place === undefined ? call : `require(${place})`;
	});
	return imports.size === 0 ? code : `let ${[...imports.keys()].join(',')};\n${code}`;
}

function escaped(name) {
	return name.replaceAll('$', '\\$');
}

/**
 * Makes a program that Node runs as a module, and that is a function where it is run from kept code (`cli/code-cache.ts`), without another text around it
 * that would have to be put together each time. The function is given what else a module has, and what imports modules for it, since Node does
 * not for such code. Imports in texts are in quotation marks, which the minifier leaves in none of the code.
 */
function programOf(code) {
	const body = code.replace(/(?<![\w$.`'"])import\((?!['"])/g, 'importModule(');
	return `(function(run){return typeof module=="object"?run(require,__filename,function(id){return import(id)}):run})(function(require,__filename,importModule,made){${body}})\n`;
}

function inAscii(code) {
	return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
