"""Springfield Schools: an OpenID Connect provider that asserts any subject the fuzzer asks for."""

import base64
import hashlib
import http.server
import json
import random
import threading
import time
from urllib.parse import parse_qs, quote, urlparse

CLIENT = "forum"


def prime(bits, numbers):
    """A probable prime (Miller-Rabin)."""
    while True:
        candidate = numbers.getrandbits(bits) | (3 << bits - 2) | 1
        odd, twos = candidate - 1, 0
        while odd % 2 == 0:
            odd, twos = odd // 2, twos + 1
        for _ in range(16):
            power = pow(numbers.randrange(2, candidate - 1), odd, candidate)
            if power in (1, candidate - 1):
                continue
            for _ in range(twos - 1):
                power = pow(power, 2, candidate)
                if power == candidate - 1:
                    break
            else:
                break
        else:
            return candidate


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class School:
    """Serves at `issuer` until the process ends."""

    def __init__(self):
        numbers = random.Random(4)  # a fixed key, which protects nothing
        first, second = prime(1024, numbers), prime(1024, numbers)
        self.modulus, self.exponent = first * second, 65537
        self.secret = pow(self.exponent, -1, (first - 1) * (second - 1))
        school = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                self.answer(school.document(urlparse(self.path)))

            def do_POST(self):
                form = parse_qs(self.rfile.read(int(self.headers["content-length"])).decode())
                self.answer(school.redeemed(form["code"][0]))

            def answer(self, document):
                body = json.dumps(document).encode()
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.issuer = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def settings(self):
        """The value of FORUM__OPENID__PROVIDERS."""
        return json.dumps([dict(name="school", title="Springfield Schools", issuer=self.issuer, client_id=CLIENT)])

    def document(self, url):
        if url.path == "/keys":
            modulus = text(self.modulus.to_bytes(256, "big"))
            return {"keys": [{"kty": "RSA", "kid": "1", "use": "sig", "alg": "RS256", "n": modulus, "e": "AQAB"}]}
        if url.path == "/token":
            asked = parse_qs(url.query)
            expires = [int(text) for text in asked.get("expires", [])]
            return {"id_token": self.identity_token(asked["nonce"][0], asked["subject"][0], *expires)}
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/redeem",
            "jwks_uri": f"{self.issuer}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
        }

    def redeemed(self, code):
        nonce, subject = code.split("/")
        return {"access_token": "a", "token_type": "Bearer", "id_token": self.identity_token(nonce, subject)}

    def identity_token(self, nonce, subject, expires=None):
        now = int(time.time())
        expires = now + 300 if expires is None else expires
        claims = dict(iss=self.issuer, sub=subject, aud=CLIENT, iat=now, exp=expires, nonce=nonce)
        claims |= dict(email=f"{quote(subject)}@school.example", email_verified=True)
        claims |= dict(given_name="Robin", family_name="Vale")
        signed = ".".join(text(json.dumps(part).encode()) for part in (dict(alg="RS256", kid="1"), claims))
        # PKCS #1 v1.5: padding, the identifier of SHA-256, and the hash.
        name = bytes.fromhex("3031300d060960864801650304020105000420")
        block = name + hashlib.sha256(signed.encode()).digest()
        block = b"\x00\x01" + b"\xff" * (253 - len(block)) + b"\x00" + block
        signature = pow(int.from_bytes(block, "big"), self.secret, self.modulus)
        return f"{signed}.{text(signature.to_bytes(256, 'big'))}"
