// JSON-RPC with `kerf lsp` over its standard streams.
"use strict";

const { spawn } = require("child_process");

class Connection {
  // `onNotification(method, params)` and `onEnd(code)` are called as they come.
  constructor(command, args, onNotification, onEnd) {
    this.nextId = 1;
    this.waiting = new Map();
    this.pending = Buffer.alloc(0);
    this.onNotification = onNotification;
    this.process = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.process.stdout.on("data", (bytes) => this.feed(bytes));
    this.process.stdin.on("error", () => {});
    const end = (why) => {
      if (!this.process) return;
      this.process = null;
      for (const { reject } of this.waiting.values()) reject(new Error("the language server is gone"));
      this.waiting.clear();
      onEnd(why);
    };
    this.process.on("error", (error) => end(error.message));
    this.process.on("exit", (code) => end(code));
  }

  feed(bytes) {
    this.pending = Buffer.concat([this.pending, bytes]);
    for (;;) {
      const end = this.pending.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = /content-length:\s*(\d+)/i.exec(this.pending.toString("ascii", 0, end));
      const begin = end + 4;
      const size = length ? Number(length[1]) : 0;
      if (this.pending.length < begin + size) return;
      const content = this.pending.toString("utf8", begin, begin + size);
      this.pending = this.pending.subarray(begin + size);
      if (size > 0) this.take(JSON.parse(content));
    }
  }

  take(message) {
    if (message.method) {
      this.onNotification(message.method, message.params);
      return;
    }
    const request = this.waiting.get(message.id);
    if (!request) return;
    this.waiting.delete(message.id);
    if (message.error) request.reject(new Error(message.error.message));
    else request.resolve(message.result);
  }

  send(message) {
    if (!this.process) return;
    const content = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }), "utf8");
    this.process.stdin.write(`Content-Length: ${content.length}\r\n\r\n`);
    this.process.stdin.write(content);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  // `token` is a CancellationToken of the editor, if there is one.
  request(method, params, token) {
    if (!this.process) return Promise.resolve(null);
    const id = this.nextId++;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.send({ id, method, params });
    if (token) token.onCancellationRequested(() => this.notify("$/cancelRequest", { id }));
    return answer;
  }
}

module.exports = { Connection };
