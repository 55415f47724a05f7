# The same server on FastAPI and asyncpg, from Debian's packages.
import json
import os
import socket

import asyncpg
import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()


class Get(BaseModel):
    keys: list[str]


@app.on_event("startup")
async def connect():
    size = int(os.environ.get("BENCH_CONNECTIONS", "20"))
    app.state.pool = await asyncpg.create_pool(
        os.environ["BENCH_DATABASE_URL"], min_size=size, max_size=size
    )


@app.post("/get")
async def get(body: Get):
    rows = await app.state.pool.fetch(
        "select k, v from bench_items where k = any($1)", body.keys
    )
    return {"items": [{"k": row["k"], "v": json.loads(row["v"])} for row in rows]}


if __name__ == "__main__":
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    print(json.dumps({"url": f"http://127.0.0.1:{port}"}), flush=True)
    uvicorn.run(app, fd=listener.fileno(), log_level="error", access_log=False)
